/** Tests of the configuration library. */
@NullMarked
package dev.customscheduler.config;

import org.jspecify.annotations.NullMarked;
