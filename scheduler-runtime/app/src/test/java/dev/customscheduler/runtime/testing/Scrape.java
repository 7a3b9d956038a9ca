package dev.customscheduler.runtime.testing;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * What a scheduler serves at /metrics, taken apart.
 *
 * @param families the families by name
 */
public record Scrape(SortedMap<String, Family> families) {
    private static final int MILLIS = 10_000;
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:]+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /**
     * A family.
     *
     * @param type counter, gauge or histogram
     * @param labels the names of its labels
     * @param bounds the upper bounds of its buckets, as they are written
     * @param samples the values as they are written by labels, of histograms the number of observations
     */
    public record Family(
            String type, SortedSet<String> labels, SortedSet<String> bounds, SortedMap<String, String> samples) {

        /** The values that a label has. */
        public SortedSet<String> values(String label) {
            SortedSet<String> values = new TreeSet<>();
            for (String sample : samples.keySet()) {
                Matcher m = LABEL.matcher(sample);
                while (m.find()) {
                    if (m.group(1).equals(label)) {
                        values.add(m.group(2));
                    }
                }
            }
            return values;
        }
    }

    /** Asks a scheduler on this machine that serves /metrics to everyone. */
    public static Scrape of(int port) throws IOException, GeneralSecurityException {
        return parse(text(port));
    }

    static String text(int port) throws IOException, GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, new TrustManager[] {new Anyone()}, null);
        HttpsURLConnection connection = (HttpsURLConnection)
                URI.create("https://127.0.0.1:" + port + "/metrics").toURL().openConnection();
        connection.setSSLSocketFactory(tls.getSocketFactory());
        connection.setHostnameVerifier((name, session) -> true);
        connection.setConnectTimeout(MILLIS);
        connection.setReadTimeout(MILLIS);
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Scrape parse(String text) {
        SortedMap<String, Family> families = new TreeMap<>();
        String name = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                String[] parts = line.split(" ");
                name = parts[2];
                families.put(name, new Family(parts[3], new TreeSet<>(), new TreeSet<>(), new TreeMap<>()));
            } else if (!line.startsWith("#")) {
                Family family = families.get(name);
                Matcher sample = SAMPLE.matcher(line);
                if (family != null && sample.matches()) {
                    add(name, family, sample);
                }
            }
        }
        return new Scrape(families);
    }

    private static void add(String name, Family family, Matcher sample) {
        SortedMap<String, String> labels = new TreeMap<>();
        Matcher m = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
        while (m.find()) {
            labels.put(m.group(1), m.group(2));
        }
        String bound = labels.remove("le");
        if (bound != null) {
            family.bounds().add(bound);
        }
        family.labels().addAll(labels.keySet());
        String suffix = sample.group(1).substring(name.length());
        if (suffix.isEmpty() || suffix.equals("_count")) {
            StringBuilder key = new StringBuilder();
            for (Map.Entry<String, String> label : labels.entrySet()) {
                key.append(label.getKey())
                        .append("=\"")
                        .append(label.getValue())
                        .append("\" ");
            }
            family.samples().put(key.toString().strip(), sample.group(3));
        }
    }

    private static final class Anyone implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
