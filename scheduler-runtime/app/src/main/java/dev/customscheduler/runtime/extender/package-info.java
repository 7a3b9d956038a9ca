/** Extenders over HTTP: the bodies, the connection, its security. */
@NullMarked
package dev.customscheduler.runtime.extender;

import org.jspecify.annotations.NullMarked;
