/** Tests of csched render. */
@NullMarked
package dev.customscheduler.cli.render;

import org.jspecify.annotations.NullMarked;
