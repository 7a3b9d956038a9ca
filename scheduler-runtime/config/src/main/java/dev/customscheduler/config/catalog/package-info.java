/** Which plugins, extension points, API versions and feature gates each Kubernetes version has. */
@NullMarked
package dev.customscheduler.config.catalog;

import org.jspecify.annotations.NullMarked;
