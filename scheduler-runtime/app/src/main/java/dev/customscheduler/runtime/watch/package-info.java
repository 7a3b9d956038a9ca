/** List and watch: consistent paginated lists, bookmarks, relist on 410, reconnection with backoff. */
@NullMarked
package dev.customscheduler.runtime.watch;

import org.jspecify.annotations.NullMarked;
