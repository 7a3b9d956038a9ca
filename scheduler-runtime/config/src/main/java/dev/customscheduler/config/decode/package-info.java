/**
 * Strict decoding of the three versions of the document into one form that still knows where each value was written.
 */
@NullMarked
package dev.customscheduler.config.decode;

import org.jspecify.annotations.NullMarked;
