package io.gigafs.cli.fs.content;

import io.gigafs.cli.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of a list of checksums, as of sha256sum: the sum, two blanks, the path. In a path with a
 * backslash or a line break these are escaped, and the line then starts with a backslash.
 */
record SumLine(String sum, String path) {
  private static final Pattern FORM =
      Pattern.compile("(\\\\?)([0-9a-fA-F]{8}) [ *](.+)", Pattern.DOTALL);

  /** Parses a line; null if it is invalid. */
  static @Nullable SumLine parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    String path = matcher.group(3);
    return new SumLine(
        matcher.group(2).toLowerCase(Locale.ROOT),
        matcher.group(1).isEmpty() ? path : unescape(path));
  }

  /**
   * Parses a list.
   *
   * @param name of the list, for messages
   */
  static List<SumLine> parseAll(String name, String text) {
    List<SumLine> lines = new ArrayList<>();
    int number = 0;
    for (String each : text.lines().toList()) {
      number++;
      SumLine line = parse(each);
      if (line == null) {
        throw CommandException.failed(
            name + ":" + number + ": not a checksum of eight digits, two blanks and a path");
      }
      lines.add(line);
    }
    return lines;
  }

  @Override
  public String toString() {
    String escaped = path.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    return (escaped.equals(path) ? "" : "\\") + sum + "  " + escaped;
  }

  private static String unescape(String text) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        c =
            switch (text.charAt(i)) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> text.charAt(i);
            };
      }
      path.append(c);
    }
    return path.toString();
  }
}
