package io.gigafs.protocol;

/** Sanitizes foreign text for one line of a log. */
public final class Printable {
  private static final int MAX_CHARS = 300;

  private Printable() {}

  /** Escapes control characters as {@code \x0a}, and truncates long text. */
  public static String of(String text) {
    StringBuilder printable = new StringBuilder();
    for (int i = 0; i < text.length() && printable.length() < MAX_CHARS; i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        printable.append(String.format("\\x%02x", (int) c));
      } else {
        printable.append(c);
      }
    }
    return printable.toString();
  }
}
