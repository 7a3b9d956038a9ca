/** What commands print for people. */
@NullMarked
package dev.customscheduler.cli.text;

import org.jspecify.annotations.NullMarked;
