package dev.customscheduler.config.decode;

/** The two addresses of v1beta2, which had to be empty or of port 0 since kube-scheduler lost its insecure port. */
final class BindAddresses {
    private BindAddresses() {}

    static void check(ObjectReader in, Findings findings) {
        for (String field : new String[] {"healthzBindAddress", "metricsBindAddress"}) {
            String address = in.string(field).orElse("");
            int colon = address.lastIndexOf(':');
            if (address.isEmpty()) {
                continue;
            }
            String host = colon < 0 ? "" : address.substring(0, colon);
            boolean zero = colon >= 0 && address.substring(colon + 1).matches("[-+]?0+");
            if (!zero || !isAddress(host)) {
                findings.error(
                        in.at(field), "must be empty or an IP address with port 0, such as \"0.0.0.0:0\"; remove it");
            }
        }
    }

    private static boolean isAddress(String host) {
        if (host.startsWith("[") && host.endsWith("]")) {
            return host.substring(1, host.length() - 1).matches("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
        }
        if (!host.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}")) {
            return false;
        }
        for (String part : host.split("\\.")) {
            if (Integer.parseInt(part) > 255 || (part.length() > 1 && part.startsWith("0"))) {
                return false;
            }
        }
        return true;
    }
}
