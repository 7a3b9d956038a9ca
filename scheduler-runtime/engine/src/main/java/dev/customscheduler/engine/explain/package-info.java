/** Why a pod is where it is, and the smallest changes that would make it fit, each tried on the engine. */
@NullMarked
package dev.customscheduler.engine.explain;

import org.jspecify.annotations.NullMarked;
