package dev.customscheduler.config.differential;

import java.util.ArrayList;
import java.util.List;

/** A document under construction: mutable, and unlike a map it may have one key twice. */
sealed interface Tree {
    /** A scalar, as it is to be written. */
    record Scalar(String yaml, String json) implements Tree {}

    /** An object. */
    record Obj(List<Field> fields) implements Tree {
        Obj() {
            this(new ArrayList<>());
        }

        Obj put(String key, Tree value) {
            fields.add(new Field(key, value));
            return this;
        }
    }

    /** A list. */
    record Arr(List<Tree> items) implements Tree {
        Arr() {
            this(new ArrayList<>());
        }
    }

    /** A field of an object. */
    final class Field {
        String key;
        Tree value;

        Field(String key, Tree value) {
            this.key = key;
            this.value = value;
        }
    }

    static Scalar number(long value) {
        return new Scalar(Long.toString(value), Long.toString(value));
    }

    static Scalar bool(boolean value) {
        return new Scalar(Boolean.toString(value), Boolean.toString(value));
    }

    static Scalar nothing() {
        return new Scalar("null", "null");
    }

    static Scalar text(String value) {
        String quoted = '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        boolean plain =
                value.matches("[A-Za-z][A-Za-z./]*[A-Za-z]") && !value.matches("(?i)y|n|yes|no|on|off|true|false|null");
        return new Scalar(plain ? value : quoted, quoted);
    }

    static Tree copy(Tree tree) {
        return switch (tree) {
            case Scalar scalar -> scalar;
            case Obj object -> {
                Obj copy = new Obj();
                object.fields().forEach(field -> copy.put(field.key, copy(field.value)));
                yield copy;
            }
            case Arr list -> {
                Arr copy = new Arr();
                list.items().forEach(item -> copy.items().add(copy(item)));
                yield copy;
            }
        };
    }
}
