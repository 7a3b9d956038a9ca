package dev.customscheduler.config;

/**
 * {@code extenders[].tlsConfig}.
 *
 * @param certData PEM in base64, as in the document; empty if absent; likewise keyData and caData
 */
public record ExtenderTlsConfig(
        boolean insecure,
        String serverName,
        String certFile,
        String keyFile,
        String caFile,
        String certData,
        String keyData,
        String caData) {}
