@NullMarked
package dev.customscheduler.engine.queue;

import org.jspecify.annotations.NullMarked;
