/** Tests of the manifests: what comes out, as whole documents. */
@NullMarked
package dev.customscheduler.manifests;

import org.jspecify.annotations.NullMarked;
