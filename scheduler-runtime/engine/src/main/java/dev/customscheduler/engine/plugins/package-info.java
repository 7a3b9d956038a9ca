/** The plugins that are built in. */
@NullMarked
package dev.customscheduler.engine.plugins;

import org.jspecify.annotations.NullMarked;
