/** Kubernetes YAML and JSON files as commands read them: several documents, lists, and where everything stands. */
@NullMarked
package dev.customscheduler.cli.input;

import org.jspecify.annotations.NullMarked;
