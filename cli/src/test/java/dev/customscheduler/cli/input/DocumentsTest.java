package dev.customscheduler.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.customscheduler.config.Finding;
import org.junit.jupiter.api.Test;

/** Reading YAML and JSON as Kubernetes' programs do. */
class DocumentsTest {
    private static Documents parse(String text) {
        return Documents.parse("f.yaml", text);
    }

    private static SourceDocument only(String text) {
        Documents documents = parse(text);
        assertThat(documents.problems()).isEmpty();
        assertThat(documents.documents()).hasSize(1);
        return documents.documents().getFirst();
    }

    @Test
    void severalDocumentsAndEmptyOnes() {
        Documents documents = parse("---\n# nothing\n---\nkind: A\n---\n\n---\nkind: B\n...\n");
        assertThat(documents.documents()).extracting(SourceDocument::kind).containsExactly("A", "B");
        assertThat(documents.problems()).isEmpty();
    }

    @Test
    void aListGivesItsItemsInItsPlace() {
        Documents documents = parse("""
                kind: First
                ---
                apiVersion: v1
                kind: List
                items:
                - kind: A
                - apiVersion: v1
                  kind: PodList
                  items:
                  - metadata: {name: p}
                ---
                kind: Last
                """);
        assertThat(documents.documents()).extracting(SourceDocument::kind).containsExactly("First", "A", "Pod", "Last");
        assertThat(documents.documents().get(2).apiVersion()).isEqualTo("v1");
        assertThat(documents.documents().get(2).line("metadata.name")).isEqualTo(10);
    }

    @Test
    void scalarsMeanWhatTheyMeanToKubernetes() {
        SourceDocument document = only("""
                kind: A
                time: 2026-12-01T00:00:00Z
                clock: 10:30
                quoted: "4"
                int: 4
                mode: 0644
                hex: 0x10
                real: 0.1
                big: 123456789012345678901234567890
                yes: yes
                off: off
                none: ~
                empty:
                version: 1.37
                """);
        assertThat(document.content().toString())
                .isEqualTo("{\"kind\":\"A\",\"time\":\"2026-12-01T00:00:00Z\",\"clock\":\"10:30\",\"quoted\":\"4\","
                        + "\"int\":4,\"mode\":420,\"hex\":16,\"real\":0.1,\"big\":123456789012345678901234567890,"
                        + "\"yes\":true,\"off\":false,\"none\":null,\"empty\":null,\"version\":1.37}");
    }

    @Test
    void aliasesAreCopiesAndMergeKeysMerge() {
        SourceDocument document = only("""
                kind: Node
                base: &base {cpu: 4, memory: 8Gi}
                same: *base
                more:
                  <<: *base
                  cpu: 2
                """);
        assertThat(document.content().get("same")).isEqualTo(document.content().get("base"));
        assertThat(document.content().get("more").toString()).isEqualTo("{\"cpu\":2,\"memory\":\"8Gi\"}");
    }

    @Test
    void findsTheLineOfTheDeepestPartOfAPath() {
        SourceDocument document = only("""
                kind: A
                spec:
                  profiles:
                  - name: x
                  - name: y
                    weight: 3
                """);
        assertThat(document.line("")).isEqualTo(1);
        assertThat(document.line("spec.profiles[1].weight")).isEqualTo(6);
        assertThat(document.line("spec.profiles[1].missing.deeper")).isEqualTo(5);
        assertThat(document.line("spec.profiles[9]")).isEqualTo(3);
    }

    @Test
    void jsonIsReadAsJsonTabsAndAll() {
        SourceDocument document = only("{\n\t\"kind\": \"A\",\n\t\"n\": 1.10}");
        assertThat(document.content().get("n").decimalValue()).isEqualByComparingTo("1.1");
        assertThat(document.line("n")).isZero();
    }

    @Test
    void whatCannotBeReadIsAFindingWithItsLine() {
        assertThat(parse("kind: A\nspec:\n  a: 1\n a: 2\n").problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.line()).isEqualTo(4);
                    assertThat(problem.toString()).startsWith("f.yaml:4: error: is not YAML: ");
                });
        assertThat(parse("kind: A\n---\njust text\n").problems())
                .extracting(Finding::toString)
                .containsExactly("f.yaml:3: error: is not an object with apiVersion and kind");
        assertThat(parse("{\"kind\": \"A\",}").problems()).hasSize(1);
        assertThat(parse("a: 1\na: 2\n").problems())
                .extracting(Finding::toString)
                .containsExactly("f.yaml:2: error: has the key a twice");
    }

    @Test
    void neverHangsOnHostileInput() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 12; i++) {
            laughs.append("a").append(i).append(": &a").append(i).append(" [");
            laughs.append(("*a" + (i - 1) + ",").repeat(10));
            laughs.append("]\n");
        }
        assertThat(parse(laughs.toString()).problems()).hasSize(1);
        assertThat(parse("a: &a [*a]\n").problems()).hasSize(1);
        assertThat(parse("[".repeat(100_000)).problems()).hasSize(1);
        assertThat(parse("{\"a\":".repeat(100_000)).problems()).hasSize(1);
        assertThat(parse("\0\1\2").problems()).hasSize(1);
    }
}
