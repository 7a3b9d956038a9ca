/** Tests of csched simulate. */
@NullMarked
package dev.customscheduler.cli.simulate;

import org.jspecify.annotations.NullMarked;
