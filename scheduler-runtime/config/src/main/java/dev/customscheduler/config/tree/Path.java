package dev.customscheduler.config.tree;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A place in a document's structure, written as Kubernetes does: {@code profiles[0].plugins.score}. */
public final class Path {
    /** The document itself. */
    public static final Path ROOT = new Path(null, "", -1);

    private final @Nullable Path parent;
    private final String key;
    private final int index;

    private Path(@Nullable Path parent, String key, int index) {
        this.parent = parent;
        this.key = key;
        this.index = index;
    }

    /** Reads what {@link #toString} writes; a part that cannot be read ends the path. */
    public static Path parse(String text) {
        Path path = ROOT;
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith("[\"", at)) {
                int end = text.indexOf("\"]", at);
                if (end < 0) {
                    return path;
                }
                path = path.child(text.substring(at + 2, end));
                at = end + 2;
            } else if (text.charAt(at) == '[') {
                int end = text.indexOf(']', at);
                if (end < 0 || !text.substring(at + 1, end).matches("[0-9]{1,9}")) {
                    return path;
                }
                path = path.index(Integer.parseInt(text.substring(at + 1, end)));
                at = end + 1;
            } else {
                int from = text.charAt(at) == '.' ? at + 1 : at;
                int end = from;
                while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
                    end++;
                }
                path = path.child(text.substring(from, end));
                at = end;
            }
        }
        return path;
    }

    /** The field of that name. */
    public Path child(String field) {
        return new Path(this, field, -1);
    }

    /** The element at that index. */
    public Path index(int element) {
        return new Path(this, "", element);
    }

    /** The path without its last step; the root is its own parent. */
    public Path parent() {
        return parent == null ? this : parent;
    }

    /** The node nearest to this path: itself if it exists, else the deepest of its parents that does. */
    public Mark locate(Node root) {
        List<Path> steps = new ArrayList<>();
        for (Path path = this; path.parent != null; path = path.parent) {
            steps.add(path);
        }
        Node node = root;
        Mark mark = root.start();
        for (int i = steps.size() - 1; i >= 0; i--) {
            Path step = steps.get(i);
            if (step.index >= 0
                    && node instanceof SequenceNode list
                    && step.index < list.items().size()) {
                node = list.items().get(step.index);
                mark = node.start();
            } else if (step.index < 0 && node instanceof MappingNode mapping) {
                MappingNode.Entry entry = mapping.entries().get(step.key);
                if (entry == null) {
                    return mark;
                }
                mark = entry.key();
                node = entry.value();
            } else {
                return mark;
            }
        }
        return mark;
    }

    /** The text, with a prefix put before it. */
    public String under(String prefix) {
        String own = toString();
        if (prefix.isEmpty() || own.isEmpty()) {
            return prefix + own;
        }
        return own.startsWith("[") ? prefix + own : prefix + "." + own;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        write(out);
        return out.toString();
    }

    private void write(StringBuilder out) {
        if (parent == null) {
            return;
        }
        parent.write(out);
        if (index >= 0) {
            out.append('[').append(index).append(']');
        } else if (isPlain(key)) {
            if (!out.isEmpty()) {
                out.append('.');
            }
            out.append(key);
        } else {
            out.append("[\"").append(key.replace("\n", "\\n")).append("\"]");
        }
    }

    private static boolean isPlain(String key) {
        if (key.isEmpty()) {
            return false;
        }
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c <= ' ' || c == '.' || c == '[' || c == ']' || c == '"' || c == 0x7f) {
                return false;
            }
        }
        return true;
    }
}
