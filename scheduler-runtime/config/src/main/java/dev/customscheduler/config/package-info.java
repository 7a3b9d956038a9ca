/** KubeSchedulerConfiguration: decoded, migrated, defaulted, validated, expanded to effective profiles. No client. */
@NullMarked
package dev.customscheduler.config;

import org.jspecify.annotations.NullMarked;
