/** What the runtime's tests share. */
@NullMarked
package dev.customscheduler.runtime.testing;

import org.jspecify.annotations.NullMarked;
