/** Tests of reading files. */
@NullMarked
package dev.customscheduler.cli.input;

import org.jspecify.annotations.NullMarked;
