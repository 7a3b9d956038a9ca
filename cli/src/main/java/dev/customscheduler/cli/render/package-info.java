/** {@code csched render}: what the operator would apply. */
@NullMarked
package dev.customscheduler.cli.render;

import org.jspecify.annotations.NullMarked;
