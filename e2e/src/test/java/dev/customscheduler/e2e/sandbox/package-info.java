/** The sandbox, used as its users use it. */
@NullMarked
package dev.customscheduler.e2e.sandbox;

import org.jspecify.annotations.NullMarked;
