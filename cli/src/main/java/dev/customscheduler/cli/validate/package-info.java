/** {@code csched validate}: findings about configurations, wherever in a file they stand. */
@NullMarked
package dev.customscheduler.cli.validate;

import org.jspecify.annotations.NullMarked;
