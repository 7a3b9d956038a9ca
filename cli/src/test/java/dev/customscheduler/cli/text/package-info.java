/** Tests of what commands print. */
@NullMarked
package dev.customscheduler.cli.text;

import org.jspecify.annotations.NullMarked;
