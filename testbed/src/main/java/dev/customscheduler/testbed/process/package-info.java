/** Processes that end with the test bed, also when its JVM is killed. */
@NullMarked
package dev.customscheduler.testbed.process;

import org.jspecify.annotations.NullMarked;
