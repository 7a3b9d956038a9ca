/** Tools of the build itself; nothing here ships. */
@NullMarked
package dev.customscheduler.build;

import org.jspecify.annotations.NullMarked;
