/** The files under samples/. */
@NullMarked
package dev.customscheduler.e2e.samples;

import org.jspecify.annotations.NullMarked;
