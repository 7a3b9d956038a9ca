@NullMarked
package dev.customscheduler.testbed.node;

import org.jspecify.annotations.NullMarked;
