/** What plugins know of objects other than nodes and pods. */
@NullMarked
package dev.customscheduler.engine.objects;

import org.jspecify.annotations.NullMarked;
