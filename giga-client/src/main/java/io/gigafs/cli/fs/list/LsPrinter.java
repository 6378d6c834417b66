package io.gigafs.cli.fs.list;

import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Output;
import io.gigafs.cli.Shell;
import io.gigafs.cli.fs.operand.Devices;
import io.gigafs.cli.fs.operand.EntryJson;
import io.gigafs.cli.fs.operand.FileMode;
import io.gigafs.cli.fs.operand.Quoting;
import io.gigafs.cli.fs.operand.Sizes;
import io.gigafs.cli.fs.operand.TimeText;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints items in one of the styles of {@code ls}. The columns of long lines widen with later
 * items, so that lists can be printed in parts. For one thread.
 */
final class LsPrinter {
  private static final int GAP = 2;

  /** The layout of entries. */
  enum Style {
    ONE_PER_LINE,
    COLUMNS,
    LONG,
    JSON
  }

  private final Shell shell;
  private final Output out;
  private final Style style;
  private final boolean numeric;
  private final boolean human;
  private final boolean inode;
  private final boolean classify;
  private final int[] widths = new int[5];

  /** Whether some mode was printed with a list's sign, so that all get a column for it. */
  private boolean listed;

  LsPrinter(
      Shell shell, Style style, boolean numeric, boolean human, boolean inode, boolean classify) {
    this.shell = shell;
    this.out = shell.out();
    this.style = style;
    this.numeric = numeric;
    this.human = human;
    this.inode = inode;
    this.classify = classify;
  }

  void print(List<LsItem> items) {
    switch (style) {
      case ONE_PER_LINE -> items.forEach(item -> out.println(prefixed(item)));
      case COLUMNS -> columns(items.stream().map(this::prefixed).toList());
      case LONG -> longLines(items);
      case JSON -> items.forEach(item -> out.println(json(item)));
    }
  }

  private static String json(LsItem item) {
    JsonObject json = EntryJson.of(item.name(), item.inode(), item.type(), item.attributes());
    String target = item.target();
    if (target != null) {
      EntryJson.putText(json, "target", target);
    }
    if (item.hasList()) {
      json.put("acl", true);
    }
    return json.toString();
  }

  /** A name as this printer prints it: quoted on a terminal, unchanged for programs. */
  String shown(String name) {
    return out.isTerminal() ? Quoting.ifNeeded(name) : name;
  }

  private String prefixed(LsItem item) {
    String name = shown(item.name()) + suffix(item);
    return inode ? Long.toUnsignedString(item.inode().value()) + " " + name : name;
  }

  private String suffix(LsItem item) {
    if (!classify) {
      return "";
    }
    FileAttributes attributes = item.attributes();
    return switch (item.type()) {
      case DIRECTORY -> "/";
      case SYMLINK -> "@";
      case FIFO -> "|";
      case SOCKET -> "=";
      case REGULAR -> attributes != null && (attributes.mode() & 0111) != 0 ? "*" : "";
      default -> "";
    };
  }

  private void longLines(List<LsItem> items) {
    List<String[]> rows = new ArrayList<>();
    for (LsItem item : items) {
      listed |= item.hasList();
      String[] row = row(item);
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
      rows.add(row);
    }
    for (int i = 0; i < rows.size(); i++) {
      printRow(items.get(i), rows.get(i));
    }
  }

  private String[] row(LsItem item) {
    FileAttributes attributes = item.attributes();
    if (attributes == null) {
      return new String[] {"", "?", "?", "?", "?"};
    }
    return new String[] {
      inode ? Long.toUnsignedString(item.inode().value()) : "",
      Integer.toString(attributes.links()),
      numeric
          ? Integer.toUnsignedString(attributes.uid())
          : shell.accounts().userName(attributes.uid()),
      numeric
          ? Integer.toUnsignedString(attributes.gid())
          : shell.accounts().groupName(attributes.gid()),
      size(attributes)
    };
  }

  private String size(FileAttributes attributes) {
    if (attributes.type() == FileType.CHARACTER_DEVICE
        || attributes.type() == FileType.BLOCK_DEVICE) {
      return Devices.major(attributes.device()) + ", " + Devices.minor(attributes.device());
    }
    return human ? Sizes.human(attributes.size()) : Long.toString(attributes.size());
  }

  private void printRow(LsItem item, String[] row) {
    FileAttributes attributes = item.attributes();
    StringBuilder line = new StringBuilder();
    if (inode) {
      line.append(padLeft(row[0], widths[0])).append(' ');
    }
    line.append(
            attributes == null
                ? item.type().letter() + "?????????"
                : FileMode.symbolic(item.type(), attributes.mode()))
        .append(item.hasList() ? "+ " : listed ? "  " : " ")
        .append(padLeft(row[1], widths[1]))
        .append(' ')
        .append(padRight(row[2], widths[2]))
        .append(' ')
        .append(padRight(row[3], widths[3]))
        .append(' ')
        .append(padLeft(row[4], widths[4]))
        .append(' ')
        .append(attributes == null ? "           ?" : time(attributes))
        .append(' ')
        .append(shown(item.name()));
    String target = item.target();
    if (target != null) {
      line.append(" -> ").append(shown(target));
    } else {
      line.append(suffix(item));
    }
    out.println(line.toString());
  }

  private String time(FileAttributes attributes) {
    return TimeText.listed(attributes.modifiedNanos(), shell.nowNanos(), shell.zone());
  }

  /** Lays names out in as few rows as fit the terminal, down and then across. */
  private void columns(List<String> names) {
    if (names.isEmpty()) {
      return;
    }
    int rows = 1;
    while (rows < names.size() && width(names, rows) > out.columns()) {
      rows++;
    }
    int[] columnWidths = columnWidths(names, rows);
    for (int row = 0; row < rows; row++) {
      StringBuilder line = new StringBuilder();
      for (int i = row; i < names.size(); i += rows) {
        line.append(
            i + rows < names.size()
                ? padRight(names.get(i), columnWidths[i / rows] + GAP)
                : names.get(i));
      }
      out.println(line.toString());
    }
  }

  private static int width(List<String> names, int rows) {
    int width = -GAP;
    for (int columnWidth : columnWidths(names, rows)) {
      width += columnWidth + GAP;
    }
    return width;
  }

  private static int[] columnWidths(List<String> names, int rows) {
    int[] columnWidths = new int[(names.size() + rows - 1) / rows];
    for (int i = 0; i < names.size(); i++) {
      columnWidths[i / rows] = Math.max(columnWidths[i / rows], names.get(i).length());
    }
    return columnWidths;
  }

  private static String padLeft(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String padRight(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
