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
    private final int[] limits;

    /**
     * A table without rows.
     *
     * @param headings one for each column
     */
    public Table(String... headings) {
        columns = headings.length;
        limits = new int[columns];
        Arrays.fill(limits, Integer.MAX_VALUE);
        rows.add(headings.clone());
    }

    /**
     * Breaks the cells of a column at blanks, so that it is no wider than that where they can be broken.
     *
     * @param column from 0
     * @param width in characters
     * @return this table
     */
    public Table limit(int column, int width) {
        limits[column] = width;
        return this;
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
        List<List<String[]>> broken = new ArrayList<>(rows.size());
        int[] widths = new int[columns];
        for (String[] row : rows) {
            List<String[]> lines = lines(row);
            broken.add(lines);
            for (String[] line : lines) {
                for (int i = 0; i < columns; i++) {
                    widths[i] = Math.max(widths[i], length(line[i]));
                }
            }
        }
        for (List<String[]> lines : broken) {
            for (String[] line : lines) {
                StringBuilder text = new StringBuilder(indent);
                for (int i = 0; i < columns; i++) {
                    text.append(line[i]).append(" ".repeat(widths[i] - length(line[i]) + GAP));
                }
                out.println(text.toString().stripTrailing());
            }
        }
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** The row as lines, each with a part of every cell; empty where a cell has come to its end. */
    private List<String[]> lines(String[] row) {
        List<String[]> lines = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            int number = 0;
            for (String part : parts(row[i], limits[i])) {
                if (number == lines.size()) {
                    String[] line = new String[columns];
                    Arrays.fill(line, "");
                    lines.add(line);
                }
                lines.get(number++)[i] = part;
            }
        }
        return lines;
    }

    private static List<String> parts(String cell, int width) {
        if (length(cell) <= width) {
            return List.of(cell);
        }
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (String word : cell.split(" +")) {
            if (!part.isEmpty() && length(part.toString()) + 1 + length(word) > width) {
                parts.add(part.toString());
                part.setLength(0);
            }
            part.append(part.isEmpty() ? "" : " ").append(word);
        }
        parts.add(part.toString());
        return parts;
    }

    @Override
    public String toString() {
        return Arrays.deepToString(rows.toArray());
    }
}
