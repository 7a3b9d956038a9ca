/** Tests of the CustomScheduler types and their CRD. */
@NullMarked
package dev.customscheduler.crds.v1alpha1;

import org.jspecify.annotations.NullMarked;
