package dev.customscheduler.config.tree;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a plain scalar means to go-yaml v2, which is neither YAML 1.1 nor 1.2: {@code yes} and {@code on} are booleans,
 * {@code 0o17}, {@code 017} and {@code 0x1F} are integers, underscores are ignored in numbers, base 60 is text, and a
 * date is text.
 */
final class YamlScalars {
    private static final Set<String> TRUE =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSE =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> NOT_FINITE = Set.of(
            ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(([Tt]|\\s+)[0-9:.]+.*)?");
    private static final int MAX_NUMBER = 1000;
    private static final String PREFIX = "tag:yaml.org,2002:";

    private YamlScalars() {}

    /**
     * Resolves a scalar.
     *
     * @param tag the explicit tag, or empty
     * @param plain whether it may be other than a string without a tag
     * @throws Unreadable if the text is not what its tag says, or no JSON can hold it
     */
    static ScalarNode resolve(Mark start, Mark end, String tag, boolean plain, String text) throws Unreadable {
        String type = tag.startsWith(PREFIX) ? tag.substring(PREFIX.length()) : tag;
        return switch (type) {
            case "" -> plain ? implicit(start, end, text) : string(start, end, text);
            case "str" -> string(start, end, text);
            case "binary" -> binary(start, end, text);
            case "bool", "int", "float", "null", "timestamp" -> explicit(start, end, type, text);
            default -> string(start, end, text);
        };
    }

    private static ScalarNode explicit(Mark start, Mark end, String type, String text) throws Unreadable {
        ScalarNode found = implicit(start, end, text);
        boolean integer = found.kind() == ScalarNode.Kind.NUMBER && isWrittenAsInteger(text);
        boolean fits = switch (type) {
            case "bool" -> found.kind() == ScalarNode.Kind.BOOLEAN;
            case "int" -> integer;
            case "float" -> found.kind() == ScalarNode.Kind.NUMBER;
            case "null" -> found.isNull();
            default ->
                found.kind() == ScalarNode.Kind.STRING && DATE.matcher(text).matches();
        };
        if (!fits) {
            throw new Unreadable(start, "cannot read `" + text + "` as a !!" + type);
        }
        return found;
    }

    private static ScalarNode binary(Mark start, Mark end, String text) throws Unreadable {
        try {
            byte[] data = Base64.getDecoder().decode(text.replace("\n", "").replace("\r", ""));
            return string(start, end, new String(data, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notBase64) {
            throw new Unreadable(start, "a !!binary value is not base64: " + notBase64.getMessage());
        }
    }

    private static ScalarNode string(Mark start, Mark end, String text) {
        return new ScalarNode(start, end, ScalarNode.Kind.STRING, text);
    }

    private static ScalarNode number(Mark start, Mark end, String literal) {
        return new ScalarNode(start, end, ScalarNode.Kind.NUMBER, literal);
    }

    private static ScalarNode implicit(Mark start, Mark end, String text) throws Unreadable {
        if (NULL.contains(text)) {
            return new ScalarNode(start, end, ScalarNode.Kind.NULL, "");
        }
        if (TRUE.contains(text)) {
            return new ScalarNode(start, end, ScalarNode.Kind.BOOLEAN, "true");
        }
        if (FALSE.contains(text)) {
            return new ScalarNode(start, end, ScalarNode.Kind.BOOLEAN, "false");
        }
        if (NOT_FINITE.contains(text)) {
            throw new Unreadable(start, text + " is no number that JSON has");
        }
        char first = text.charAt(0);
        if (first == '.' && text.length() <= MAX_NUMBER) {
            return FLOAT.matcher(text).matches() ? floating(start, end, text) : string(start, end, text);
        }
        if (first != '+' && first != '-' && (first < '0' || first > '9')) {
            return string(start, end, text);
        }
        // Reading a number takes time that grows faster than its length, and none that long fits a field.
        if (text.length() > MAX_NUMBER) {
            return string(start, end, text);
        }
        String digits = text.replace("_", "");
        BigInteger integer = GoNumbers.parseInteger(digits);
        if (integer != null) {
            return number(start, end, integer.toString());
        }
        return FLOAT.matcher(digits).matches() ? floating(start, end, digits) : string(start, end, text);
    }

    private static ScalarNode floating(Mark start, Mark end, String text) {
        double value = Double.parseDouble(text);
        return Double.isFinite(value) ? number(start, end, GoNumbers.format(value)) : string(start, end, text);
    }

    private static boolean isWrittenAsInteger(String text) {
        return GoNumbers.parseInteger(text.replace("_", "")) != null;
    }
}
