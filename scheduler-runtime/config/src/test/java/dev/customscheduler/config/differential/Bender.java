package dev.customscheduler.config.differential;

import dev.customscheduler.config.differential.Tree.Arr;
import dev.customscheduler.config.differential.Tree.Field;
import dev.customscheduler.config.differential.Tree.Obj;
import dev.customscheduler.config.differential.Tree.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Damages a document in one place at a time. */
final class Bender {
    private static final List<String> SCALARS = List.of(
            "null",
            "~",
            "true",
            "yes",
            "on",
            "n",
            "0",
            "-1",
            "1",
            "10",
            "99",
            "100",
            "101",
            "1.5",
            "1.0",
            "1e1",
            "1e2",
            "0x10",
            "0o17",
            "017",
            "08",
            "1_000",
            "0b101",
            "+5",
            "-0",
            "2147483647",
            "2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "1e30",
            ".5",
            ".inf",
            ".nan",
            "2001-01-01",
            "12:30:45",
            "''",
            "\"\"",
            "' '",
            "\"5s\"",
            "5s",
            "\"10\"",
            "'true'",
            "foo",
            "Foo",
            "List",
            "System",
            "cpu",
            "*x",
            "!!str 5",
            "!!int 7",
            "!!int foo",
            "! 5",
            "1h",
            "\"1d\"",
            "'\\n'",
            "\"\\u0041\"",
            "0",
            "2",
            "20",
            "-",
            "a: b",
            "[1, 2]",
            "{a: 1}",
            "[]",
            "{}",
            "[{}]",
            "[null]",
            "[[]]",
            "{name: NodePorts}",
            "[{name: NodePorts}]");

    private final SplittableRandom random;
    private final List<Obj> objects = new ArrayList<>();
    private final List<Arr> lists = new ArrayList<>();

    Bender(SplittableRandom random, Tree document) {
        this.random = random;
        collect(document);
    }

    private void collect(Tree tree) {
        switch (tree) {
            case Scalar leaf -> {
                return;
            }
            case Obj object -> {
                objects.add(object);
                object.fields().forEach(field -> collect(field.value));
            }
            case Arr list -> {
                lists.add(list);
                list.items().forEach(this::collect);
            }
        }
    }

    void bend() {
        Obj object = objects.get(random.nextInt(objects.size()));
        if (object.fields().isEmpty()) {
            object.put("extra", Tree.text("x"));
            return;
        }
        Field field = object.fields().get(random.nextInt(object.fields().size()));
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4, 5 -> field.value = scalar();
            case 6 -> field.key = rename(field.key);
            case 7 -> object.fields().add(new Field(field.key, Tree.copy(field.value)));
            case 8 -> object.fields().remove(field);
            case 9 -> object.put(rename(field.key), Tree.copy(field.value));
            case 10 -> {
                Obj other = objects.get(random.nextInt(objects.size()));
                other.put(field.key, Tree.copy(field.value));
            }
            case 11 -> field.value = Tree.nothing();
            case 12 -> {
                if (!lists.isEmpty()) {
                    Arr list = lists.get(random.nextInt(lists.size()));
                    if (!list.items().isEmpty()) {
                        list.items()
                                .add(Tree.copy(list.items()
                                        .get(random.nextInt(list.items().size()))));
                    }
                }
            }
            case 13 -> {
                if (!lists.isEmpty()) {
                    lists.get(random.nextInt(lists.size())).items().add(scalar());
                }
            }
            case 14 -> {
                Arr list = new Arr();
                list.items().add(field.value);
                field.value = list;
            }
            default -> object.put(random.nextBoolean() ? "extra" : "spec", scalar());
        }
    }

    private Scalar scalar() {
        String yaml = SCALARS.get(random.nextInt(SCALARS.size()));
        String json = yaml.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?(e[0-9]+)?|true|null|\\[]|\\{}|\"[^\"\\\\]*\"")
                ? yaml
                : '"' + yaml.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        return new Scalar(yaml, json);
    }

    private String rename(String key) {
        return switch (random.nextInt(5)) {
            case 0 -> key.toUpperCase(Locale.ROOT);
            case 1 -> key.isEmpty() ? "x" : Character.toUpperCase(key.charAt(0)) + key.substring(1);
            case 2 -> key + "s";
            case 3 -> key.length() < 2 ? key + "x" : key.substring(1);
            default -> random.nextBoolean() ? "123" : "true";
        };
    }
}
