package dev.customscheduler.cli.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns aligned as kubectl aligns them: headings in capitals, three blanks between, nothing after the last. */
public final class Table {
    private static final int GAP = 3;

    private final List<String[]> rows = new ArrayList<>();
    private final int columns;

    /**
     * A table without rows.
     *
     * @param headings one for each column
     */
    public Table(String... headings) {
        columns = headings.length;
        rows.add(headings.clone());
    }

    /**
     * Appends a row.
     *
     * @param cells as many as there are headings; an empty one is shown as a dash
     * @return this table
     */
    public Table row(String... cells) {
        if (cells.length != columns) {
            throw new IllegalArgumentException(columns + " cells are needed, not " + cells.length);
        }
        String[] row = new String[columns];
        for (int i = 0; i < columns; i++) {
            String line = cells[i].replace('\n', ' ').strip();
            row[i] = line.isEmpty() ? "-" : line;
        }
        rows.add(row);
        return this;
    }

    /**
     * Writes headings and rows, each line begun with {@code indent}.
     *
     * @param out where to
     * @param indent blanks, or nothing
     */
    public void print(PrintWriter out, String indent) {
        int[] widths = new int[columns];
        for (String[] row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row[i].codePointCount(0, row[i].length()));
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < columns; i++) {
                line.append(row[i]);
                int missing = widths[i] - row[i].codePointCount(0, row[i].length()) + GAP;
                line.append(" ".repeat(missing));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    @Override
    public String toString() {
        return Arrays.deepToString(rows.toArray());
    }
}
