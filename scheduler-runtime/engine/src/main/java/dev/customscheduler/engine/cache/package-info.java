/** What the scheduler knows of nodes and assigned pods, and the snapshot that an attempt works on. */
@NullMarked
package dev.customscheduler.engine.cache;

import org.jspecify.annotations.NullMarked;
