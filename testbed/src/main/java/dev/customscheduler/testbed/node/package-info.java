/** A node that runs the pods bound to it as local processes. */
@NullMarked
package dev.customscheduler.testbed.node;

import org.jspecify.annotations.NullMarked;
