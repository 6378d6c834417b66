package io.gigafs.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table. Each row has a cell for each column. Not thread-safe.
 *
 * <p>Written as CSV (RFC 4180): cells with commas, quotes or line ends are quoted.
 */
public final class Grid {
  private final String title;
  private final List<String> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * Creates a table without rows.
   *
   * @param columns their headings, with units
   */
  public Grid(String title, List<String> columns) {
    this.title = title;
    this.columns = List.copyOf(columns);
  }

  public Grid row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          title + " has " + columns.size() + " columns, and " + cells.length + " cells are given");
    }
    rows.add(List.of(cells));
    return this;
  }

  public String title() {
    return title;
  }

  public List<String> columns() {
    return columns;
  }

  public List<List<String>> rows() {
    return List.copyOf(rows);
  }

  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(line(columns));
    rows.forEach(row -> lines.add(line(row)));
    Files.write(file, lines);
  }

  private static String line(List<String> cells) {
    return cells.stream().map(Grid::quoted).collect(Collectors.joining(","));
  }

  private static String quoted(String cell) {
    return cell.matches("[^,\"\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
