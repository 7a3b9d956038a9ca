/** A real control plane on this machine, for tests, the sandbox and the benchmark. */
@NullMarked
package dev.customscheduler.testbed;

import org.jspecify.annotations.NullMarked;
