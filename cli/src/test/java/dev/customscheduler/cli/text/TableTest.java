package dev.customscheduler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Columns line up, whatever is in them. */
class TableTest {
    @Test
    void alignsColumnsAndLeavesNoBlanksAtTheEnd() {
        StringWriter text = new StringWriter();
        new Table("POD", "NODE", "WHY")
                .row("a-long-name", "n", "two\nlines ")
                .row("b", "", "")
                .print(new PrintWriter(text), "  ");
        assertThat(text.toString()).isEqualTo("""
                  POD           NODE   WHY
                  a-long-name   n      two lines
                  b             -      -
                """.indent(2).replaceAll("(?m)^    ", "  "));
    }

    @Test
    void refusesARowOfAnotherLength() {
        Table table = new Table("A", "B");
        assertThatThrownBy(() -> table.row("a")).hasMessage("2 cells are needed, not 1");
    }

    @Test
    void breaksCellsOfAColumnAtBlanks() {
        StringWriter text = new StringWriter();
        new Table("A", "LONG")
                .limit(1, 9)
                .row("x", "one two three")
                .row("y", "unbreakable")
                .print(new PrintWriter(text), "");
        assertThat(text.toString()).isEqualTo("""
                A   LONG
                x   one two
                    three
                y   unbreakable
                """);
    }
}
