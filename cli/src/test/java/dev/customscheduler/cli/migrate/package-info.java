/** Tests of csched migrate. */
@NullMarked
package dev.customscheduler.cli.migrate;

import org.jspecify.annotations.NullMarked;
