/** The contract that plugin authors compile against. */
@NullMarked
package dev.customscheduler.framework;

import org.jspecify.annotations.NullMarked;
