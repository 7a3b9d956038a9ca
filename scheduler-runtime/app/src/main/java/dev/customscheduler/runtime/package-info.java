/** The scheduler process. */
@NullMarked
package dev.customscheduler.runtime;

import org.jspecify.annotations.NullMarked;
