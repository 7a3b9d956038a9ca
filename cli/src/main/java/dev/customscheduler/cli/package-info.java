/** The csched command. */
@NullMarked
package dev.customscheduler.cli;

import org.jspecify.annotations.NullMarked;
