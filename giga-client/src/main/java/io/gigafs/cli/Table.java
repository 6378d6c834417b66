package io.gigafs.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows with aligned columns, two spaces apart; the first row is the heading. For one thread. */
public final class Table {
  private static final String GAP = "  ";

  private final boolean[] right;
  private final List<String[]> rows = new ArrayList<>();

  /**
   * @param headings one per column; columns whose heading starts with {@code >} align to the right
   */
  public Table(String... headings) {
    right = new boolean[headings.length];
    String[] row = new String[headings.length];
    for (int i = 0; i < headings.length; i++) {
      right[i] = headings[i].startsWith(">");
      row[i] = right[i] ? headings[i].substring(1) : headings[i];
    }
    rows.add(row);
  }

  public Table row(String... cells) {
    if (cells.length != right.length) {
      throw new IllegalArgumentException(cells.length + " cells for " + right.length + " columns");
    }
    rows.add(cells.clone());
    return this;
  }

  /** The lines, without trailing spaces. */
  public List<String> lines() {
    int[] widths = new int[right.length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        String pad = " ".repeat(widths[i] - row[i].length());
        line.append(i == 0 ? "" : GAP)
            .append(right[i] ? pad : "")
            .append(row[i])
            .append(right[i] ? "" : pad);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  public void print(Output out) {
    lines().forEach(out::println);
  }
}
