package dev.customscheduler.cli.migrate;

import dev.customscheduler.config.tree.MappingNode;
import dev.customscheduler.config.tree.Mark;
import dev.customscheduler.config.tree.Node;
import dev.customscheduler.config.tree.ScalarNode;
import dev.customscheduler.config.tree.SequenceNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Edits of a text at the places of its nodes, applied all at once. Offsets are code points, as the nodes count. */
final class TextEdits {
    private record Edit(int from, int to, String text) {}

    private final int[] text;
    private final List<Edit> edits = new ArrayList<>();

    TextEdits(String text) {
        this.text = text.codePoints().toArray();
    }

    /** The whole text with all edits applied. */
    String apply() {
        edits.sort(Comparator.comparingInt(Edit::from).thenComparingInt(Edit::to));
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (Edit edit : edits) {
            if (edit.from < at) {
                continue;
            }
            append(out, at, edit.from);
            out.append(edit.text);
            at = Math.max(at, edit.to);
        }
        append(out, at, text.length);
        return out.toString();
    }

    private void append(StringBuilder out, int from, int to) {
        for (int i = from; i < to; i++) {
            out.appendCodePoint(text[i]);
        }
    }

    /** Puts another text in a scalar's place, in quotes if it was in quotes. */
    void replaceScalar(ScalarNode node, String value) {
        int from = node.start().offset();
        boolean quoted = text[from] == '"' || text[from] == '\'';
        String quote = quoted ? Character.toString(text[from]) : "";
        edits.add(new Edit(from, node.end().offset(), quote + value + quote));
    }

    /** Whether a node, or one around it, is written in braces or brackets. */
    boolean isFlow(Node node) {
        int from = node.start().offset();
        return !(node instanceof ScalarNode) && from < text.length && (text[from] == '{' || text[from] == '[');
    }

    /** Takes an element out of a list, with its dash or comma. */
    void removeItem(SequenceNode list, int index) {
        Node item = list.items().get(index);
        if (isFlow(list)) {
            removeFlow(item.start().offset(), item.end().offset());
        } else {
            edits.add(new Edit(lineStart(item.start().offset()), contentEnd(item), ""));
        }
    }

    /** Takes a field out of an object. */
    void removeField(MappingNode mapping, String key) {
        MappingNode.Entry entry = mapping.entries().get(key);
        if (entry == null) {
            return;
        }
        int from = entry.key().offset();
        if (isFlow(mapping)) {
            removeFlow(from, entry.value().end().offset());
            return;
        }
        int line = lineStart(from);
        int end = Math.max(contentEnd(entry.value()), lineEnd(from));
        boolean first = isAfterDash(line, from);
        if (first && mapping.entries().size() > 1) {
            // The dash stays for the next field, which moves up beside it.
            edits.add(new Edit(from, nextField(mapping, from).offset(), ""));
        } else {
            edits.add(new Edit(line, end, ""));
        }
    }

    private static Mark nextField(MappingNode mapping, int after) {
        return mapping.entries().values().stream()
                .map(MappingNode.Entry::key)
                .filter(mark -> mark.offset() > after)
                .min(Comparator.comparingInt(Mark::offset))
                .orElse(mapping.end());
    }

    private boolean isAfterDash(int line, int from) {
        for (int i = line; i < from; i++) {
            if (text[i] == '-') {
                return true;
            }
        }
        return false;
    }

    private void removeFlow(int from, int to) {
        int after = to;
        while (after < text.length && Character.isWhitespace(text[after])) {
            after++;
        }
        if (after < text.length && text[after] == ',') {
            after++;
            while (after < text.length && text[after] == ' ') {
                after++;
            }
            edits.add(new Edit(from, after, ""));
            return;
        }
        int before = from;
        while (before > 0 && Character.isWhitespace(text[before - 1])) {
            before--;
        }
        edits.add(new Edit(before > 0 && text[before - 1] == ',' ? before - 1 : from, to, ""));
    }

    /**
     * Adds a field at the end of an object. {@code block} is whole lines without indentation, {@code flow} one line.
     */
    void addField(MappingNode mapping, String block, String flow) {
        if (isFlow(mapping)) {
            edits.add(new Edit(
                    mapping.end().offset() - 1,
                    mapping.end().offset() - 1,
                    (mapping.entries().isEmpty() ? "" : ", ") + flow));
            return;
        }
        int column = mapping.start().column() - 1;
        int at = contentEnd(mapping);
        edits.add(new Edit(at, at, (endsLine(at) ? "" : "\n") + block.indent(column)));
    }

    /** Adds an element at the end of a list that has some. */
    void addItem(SequenceNode list, String block, String flow) {
        if (isFlow(list)) {
            edits.add(new Edit(
                    list.end().offset() - 1,
                    list.end().offset() - 1,
                    (list.items().isEmpty() ? "" : ", ") + flow));
            return;
        }
        int column = list.start().column() - 1;
        int at = contentEnd(list);
        edits.add(new Edit(at, at, (endsLine(at) ? "" : "\n") + block.indent(column)));
    }

    /** Puts whole lines in the place of a field's block value, keeping the comments that stand in it. */
    void replaceBlock(MappingNode mapping, String key, String block, String flow) {
        MappingNode.Entry entry = mapping.entries().get(key);
        if (entry == null) {
            addField(mapping, key + ":\n" + block.indent(2), '"' + key + "\": " + flow);
            return;
        }
        Node value = entry.value();
        if (isFlow(value) || isFlow(mapping) || value instanceof ScalarNode) {
            edits.add(new Edit(value.start().offset(), value.end().offset(), flow));
            return;
        }
        int column = entry.key().column() - 1 + 2;
        int from = lineEnd(entry.key().offset());
        StringBuilder lines = new StringBuilder();
        int end = contentEnd(value);
        for (String line : string(from, end).lines().toList()) {
            if (line.strip().startsWith("#")) {
                lines.append(" ".repeat(column)).append(line.strip()).append('\n');
            }
        }
        edits.add(new Edit(from, end, lines + block.indent(column)));
    }

    private String string(int from, int to) {
        return new String(text, from, Math.max(0, to - from));
    }

    private boolean endsLine(int at) {
        return at == 0 || text[at - 1] == '\n';
    }

    private int lineStart(int offset) {
        int at = offset;
        while (at > 0 && text[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    private int lineEnd(int offset) {
        int at = offset;
        while (at < text.length && text[at] != '\n') {
            at++;
        }
        return Math.min(text.length, at + 1);
    }

    /** The end of the last line that a node's content touches; trailing comments and blank lines are not its own. */
    private int contentEnd(Node node) {
        return lineEnd(Math.max(0, lastOffset(node) - 1));
    }

    private int lastOffset(Node node) {
        if (isFlow(node) || node instanceof ScalarNode) {
            return node.end().offset() > node.start().offset()
                    ? trimmed(node)
                    : node.start().offset() + 1;
        }
        int last = node.start().offset() + 1;
        if (node instanceof MappingNode mapping) {
            for (MappingNode.Entry entry : mapping.entries().values()) {
                last = Math.max(last, Math.max(entry.key().offset() + 1, lastOffset(entry.value())));
            }
        } else if (node instanceof SequenceNode list) {
            for (Node item : list.items()) {
                last = Math.max(last, lastOffset(item));
            }
        }
        return last;
    }

    private int trimmed(Node node) {
        int end = node.end().offset();
        while (end > node.start().offset() + 1 && Character.isWhitespace(text[end - 1])) {
            end--;
        }
        return end;
    }
}
