/** Tests that need the whole house. */
@NullMarked
package dev.customscheduler.e2e;

import org.jspecify.annotations.NullMarked;
