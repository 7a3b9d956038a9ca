package dev.customscheduler.runtime.client;

import java.net.URI;
import javax.net.ssl.SSLContext;

/**
 * Where an API server is and how to be known there.
 *
 * @param server scheme, host and port, perhaps with a path; no slash at the end
 * @param tls trust and client certificate
 * @param token the bearer token
 * @param source what to call this in a message: a file's name, or the cluster that the process runs in
 */
public record Access(URI server, SSLContext tls, TokenSource token, String source) {}
