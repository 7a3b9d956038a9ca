package dev.customscheduler.config.differential;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes trees as JSON or as YAML in varying style: block or flow, with comments, anchors, aliases, merge keys and
 * document markers.
 */
final class TreeText {
    private final SplittableRandom random;
    private int anchors;
    private boolean fancy;

    TreeText(SplittableRandom random) {
        this.random = random;
    }

    String write(Tree tree) {
        int style = random.nextInt(20);
        if (style < 4) {
            return json(tree);
        }
        fancy = style == 4;
        String text = block(tree, 0);
        return switch (style) {
            case 5 -> "---\n" + text;
            case 6 -> "# a comment\n\n" + text + "---\nfoo: [broken\n";
            case 7 -> "%YAML 1.1\n---\n" + text + "...\n";
            case 8 -> text.replace("\n", "\r\n");
            default -> text;
        };
    }

    private static String json(Tree tree) {
        return switch (tree) {
            case Tree.Scalar scalar -> scalar.json();
            case Tree.Arr list ->
                "["
                        + String.join(
                                ", ", list.items().stream().map(TreeText::json).toList()) + "]";
            case Tree.Obj object -> {
                List<String> fields = object.fields().stream()
                        .map(field -> Tree.text(field.key).json() + ": " + json(field.value))
                        .toList();
                yield "{" + String.join(", ", fields) + "}";
            }
        };
    }

    private String block(Tree tree, int indent) {
        String pad = " ".repeat(indent);
        StringBuilder out = new StringBuilder();
        switch (tree) {
            case Tree.Scalar scalar -> out.append(scalar.yaml()).append('\n');
            case Tree.Arr list -> {
                for (Tree item : list.items()) {
                    out.append(pad).append("-").append(value(item, indent + 2, true));
                }
            }
            case Tree.Obj object -> {
                for (Tree.Field field : object.fields()) {
                    out.append(pad)
                            .append(Tree.text(field.key).yaml())
                            .append(':')
                            .append(value(field.value, indent, false));
                    if (random.nextInt(60) == 0) {
                        out.append(pad).append("# remark\n");
                    }
                }
            }
        }
        return out.toString();
    }

    private String value(Tree tree, int indent, boolean inList) {
        if (fancy && tree instanceof Tree.Obj object && !object.fields().isEmpty() && random.nextInt(3) == 0) {
            String anchor = "a" + anchors++;
            return switch (random.nextInt(3)) {
                case 0 -> " &" + anchor + " " + json(tree) + "\n";
                case 1 -> " {<<: " + json(tree) + "}\n";
                default -> " !!map " + json(tree) + "\n";
            };
        }
        boolean empty = tree instanceof Tree.Obj object && object.fields().isEmpty()
                || tree instanceof Tree.Arr list && list.items().isEmpty();
        if (tree instanceof Tree.Scalar || empty || random.nextInt(25) == 0) {
            return " " + (tree instanceof Tree.Scalar scalar ? scalar.yaml() : json(tree)) + "\n";
        }
        if (inList) {
            return tree instanceof Tree.Obj ? " " + block(tree, indent).substring(indent) : "\n" + block(tree, indent);
        }
        return "\n" + block(tree, tree instanceof Tree.Arr ? indent : indent + 2);
    }
}
