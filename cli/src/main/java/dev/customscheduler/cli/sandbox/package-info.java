/** {@code csched sandbox}: a real control plane on this machine, the operator, a scheduler and pods for it. */
@NullMarked
package dev.customscheduler.cli.sandbox;

import org.jspecify.annotations.NullMarked;
