/** What upstream validates after decoding, and what deserves a warning although upstream says nothing. */
@NullMarked
package dev.customscheduler.config.validation;

import org.jspecify.annotations.NullMarked;
