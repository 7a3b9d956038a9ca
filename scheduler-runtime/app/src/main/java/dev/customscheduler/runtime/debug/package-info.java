/** Looks into a running scheduler, for people who have to find out what it knows. */
@NullMarked
package dev.customscheduler.runtime.debug;

import org.jspecify.annotations.NullMarked;
