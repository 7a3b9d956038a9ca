/** Tests of the csched command and of its launcher. */
@NullMarked
package dev.customscheduler.cli;

import org.jspecify.annotations.NullMarked;
