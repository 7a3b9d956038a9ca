package dev.customscheduler.e2e.crd;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Resources that are wrong at one place: every place that the schema knows, with values of every wrong kind. The spec
 * is valid but for that place.
 */
final class HostileResources {
    private static final List<String> VALUES = List.of(
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775809",
            "18446744073709551616",
            "99999999999999999999999999999999999999999",
            "3000000000",
            "-1",
            "0.5",
            "1e300",
            "-1e-300",
            "true",
            "null",
            "\"\"",
            "\"x\"",
            "\"-9999999999999999999999\"",
            "\"1e999999999\"",
            "\"2026-13-45T99:99:99Z\"",
            "\"\\u0000\\ud83d\\ude00\"",
            "[]",
            "[[1],{\"a\":2}]",
            "{}",
            "{\"a\":{\"b\":[3]}}");

    private HostileResources() {}

    /**
     * One resource for each place and {@code valuesEach} of the values, chosen by {@code random}.
     *
     * @param schema of the whole resource
     */
    static List<String> of(JSONSchemaProps schema, Random random, int valuesEach) {
        List<String> places = new ArrayList<>();
        for (var part : new TreeMap<>(schema.getProperties()).entrySet()) {
            walk(part.getValue(), "{\"" + part.getKey() + "\":%}", places);
        }
        List<String> resources = new ArrayList<>();
        for (String place : places) {
            for (int i = 0; i < valuesEach; i++) {
                String value = VALUES.get(random.nextInt(VALUES.size()));
                resources.add(resource(place.replace("%", value)));
            }
        }
        return resources;
    }

    /** {@code place} is a document with a % where the value goes. */
    private static void walk(JSONSchemaProps schema, String place, List<String> places) {
        places.add(place);
        if (schema.getProperties() != null) {
            for (Map.Entry<String, JSONSchemaProps> field : new TreeMap<>(schema.getProperties()).entrySet()) {
                walk(field.getValue(), place.replace("%", "{\"" + field.getKey() + "\":%}"), places);
            }
        }
        if (schema.getItems() != null && schema.getItems().getSchema() != null) {
            walk(schema.getItems().getSchema(), place.replace("%", "[%]"), places);
        }
        if (schema.getAdditionalProperties() != null
                && schema.getAdditionalProperties().getSchema() != null) {
            walk(schema.getAdditionalProperties().getSchema(), place.replace("%", "{\"key\":%}"), places);
        }
    }

    private static String resource(String part) {
        StringBuilder json =
                new StringBuilder("{\"apiVersion\":\"customscheduler.dev/v1alpha1\",\"kind\":\"CustomScheduler\","
                        + "\"metadata\":{\"generateName\":\"hostile-\"},");
        String fields = part.substring(1, part.length() - 1);
        if (!fields.startsWith("\"spec\":")) {
            return json.append("\"spec\":{\"configuration\":{}},")
                    .append(fields)
                    .append('}')
                    .toString();
        }
        if (fields.startsWith("\"spec\":{\"") && !fields.startsWith("\"spec\":{\"configuration")) {
            return json.append("\"spec\":{\"configuration\":{},")
                    .append(fields.substring("\"spec\":{".length()))
                    .append('}')
                    .toString();
        }
        return json.append(fields).append('}').toString();
    }
}
