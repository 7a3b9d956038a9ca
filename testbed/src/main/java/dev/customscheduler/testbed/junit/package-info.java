/** The test bed in JUnit tests. */
@NullMarked
package dev.customscheduler.testbed.junit;

import org.jspecify.annotations.NullMarked;
