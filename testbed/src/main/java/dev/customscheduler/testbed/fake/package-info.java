/** Fake worker nodes, kept alive by kwok. */
@NullMarked
package dev.customscheduler.testbed.fake;

import org.jspecify.annotations.NullMarked;
