/** Tests of csched validate. */
@NullMarked
package dev.customscheduler.cli.validate;

import org.jspecify.annotations.NullMarked;
