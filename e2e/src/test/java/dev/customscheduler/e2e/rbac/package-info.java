/** The generated RBAC under the real authorizer. */
@NullMarked
package dev.customscheduler.e2e.rbac;

import org.jspecify.annotations.NullMarked;
