/** Pure factories: a CustomScheduler becomes the objects it stands for. */
@NullMarked
package dev.customscheduler.manifests;

import org.jspecify.annotations.NullMarked;
