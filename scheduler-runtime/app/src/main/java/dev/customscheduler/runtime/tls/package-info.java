/** Certificates and keys: PEM files, a self-made serving certificate, reloading when files change. */
@NullMarked
package dev.customscheduler.runtime.tls;

import org.jspecify.annotations.NullMarked;
