/** What the real API server makes of the CustomScheduler CRD. */
@NullMarked
package dev.customscheduler.e2e.crd;

import org.jspecify.annotations.NullMarked;
