/** Reads Kubernetes objects, from a watch stream or from a parsed document, into the framework's records. */
@NullMarked
package dev.customscheduler.engine.decode;

import org.jspecify.annotations.NullMarked;
