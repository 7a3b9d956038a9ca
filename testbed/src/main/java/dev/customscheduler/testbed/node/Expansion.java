package dev.customscheduler.testbed.node;

import java.util.Map;

/** The {@code $(NAME)} references of commands, arguments and variables. */
final class Expansion {
    private Expansion() {}

    /** Replaces references to known variables; unknown ones stay as they are, and {@code $$} is a dollar sign. */
    static String expand(String text, Map<String, String> variables) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '$' || i + 1 == text.length()) {
                out.append(c);
                continue;
            }
            char next = text.charAt(i + 1);
            int end = next == '(' ? text.indexOf(')', i + 2) : -1;
            if (next == '$') {
                out.append('$');
                i++;
            } else if (end < 0) {
                out.append('$');
            } else {
                String name = text.substring(i + 2, end);
                String value = variables.get(name);
                out.append(value != null ? value : text.substring(i, end + 1));
                i = end;
            }
        }
        return out.toString();
    }
}
