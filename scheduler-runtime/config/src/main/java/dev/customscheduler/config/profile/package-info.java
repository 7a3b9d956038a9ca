/** From a decoded profile to one that runs: defaults merged in, plugins looked up, MultiPoint spread. */
@NullMarked
package dev.customscheduler.config.profile;

import org.jspecify.annotations.NullMarked;
