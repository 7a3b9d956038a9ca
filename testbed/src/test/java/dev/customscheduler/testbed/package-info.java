@NullMarked
package dev.customscheduler.testbed;

import org.jspecify.annotations.NullMarked;
