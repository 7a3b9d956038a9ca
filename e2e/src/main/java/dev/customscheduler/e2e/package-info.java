/** End to end on the test bed. */
@NullMarked
package dev.customscheduler.e2e;

import org.jspecify.annotations.NullMarked;
