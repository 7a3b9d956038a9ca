package dev.customscheduler.testbed;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** An admission webhook that refuses everything, run as a pod by {@link WebhookTest}. */
final class WebhookMain {
    private static final Pattern UID = Pattern.compile("\"uid\":\"([^\"]+)\"");

    private WebhookMain() {}

    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(9443), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(Path.of(arguments[0]))));
        server.createContext("/", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Matcher uid = UID.matcher(request);
            String answer = uid.find() ? """
                    {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":
                    {"uid":"%s","allowed":false,"status":{"message":"refused by a pod"}}}""".formatted(uid.group(1)) : "ok";
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
    }

    private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "test".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(keys, "test".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
