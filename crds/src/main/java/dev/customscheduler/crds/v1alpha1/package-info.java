/** The CustomScheduler resource, version v1alpha1, as Java types. The committed CRD is generated from them. */
@NullMarked
package dev.customscheduler.crds.v1alpha1;

import org.jspecify.annotations.NullMarked;
