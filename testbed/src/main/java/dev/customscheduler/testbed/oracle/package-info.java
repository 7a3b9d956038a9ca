/** The real kube-scheduler's decision code, asked in process over a fake API. */
@NullMarked
package dev.customscheduler.testbed.oracle;

import org.jspecify.annotations.NullMarked;
