/** Access to the API server: where it is, who we are, and a lean HTTP/2 client with prepared bytes. */
@NullMarked
package dev.customscheduler.runtime.client;

import org.jspecify.annotations.NullMarked;
