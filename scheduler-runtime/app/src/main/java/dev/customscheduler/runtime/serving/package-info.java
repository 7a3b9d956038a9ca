/** HTTPS endpoints with delegated authentication and authorization, health checks, configz. */
@NullMarked
package dev.customscheduler.runtime.serving;

import org.jspecify.annotations.NullMarked;
