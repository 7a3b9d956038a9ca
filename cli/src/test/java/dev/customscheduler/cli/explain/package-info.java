/** Tests of {@code csched explain} that need no cluster. */
@NullMarked
package dev.customscheduler.cli.explain;

import org.jspecify.annotations.NullMarked;
