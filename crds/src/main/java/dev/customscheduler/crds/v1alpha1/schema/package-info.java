/**
 * What the CRD says beyond the Java types: the shape of {@code spec.configuration} for {@code kubectl explain}, and
 * bounds and descriptions for the parts that are Kubernetes' own types. Read by the CRD generator at build time only.
 */
@NullMarked
package dev.customscheduler.crds.v1alpha1.schema;

import org.jspecify.annotations.NullMarked;
