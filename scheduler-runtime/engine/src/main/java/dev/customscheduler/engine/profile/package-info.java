/** Profiles as they run: the plugins of each extension point in order, and where plugins come from. */
@NullMarked
package dev.customscheduler.engine.profile;

import org.jspecify.annotations.NullMarked;
