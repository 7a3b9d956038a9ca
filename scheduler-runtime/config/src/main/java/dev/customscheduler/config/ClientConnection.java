package dev.customscheduler.config;

/**
 * {@code clientConnection}, defaulted.
 *
 * @param qps requests a second; negative is no limit
 * @param burst requests above qps at once
 */
public record ClientConnection(
        String kubeconfig, String acceptContentTypes, String contentType, float qps, int burst) {}
