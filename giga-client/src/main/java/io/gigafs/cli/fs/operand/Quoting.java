package io.gigafs.cli.fs.operand;

import io.gigafs.cli.ByteText;
import java.util.Locale;

/**
 * Quotes names so that a shell reads them back and a terminal does not interpret them, as GNU's ls
 * does (its style shell-escape).
 */
public final class Quoting {
  /** Characters that a shell does not interpret, besides letters and digits. */
  private static final String PLAIN = "%+,-./:@_";

  /** Characters that it interprets only at the beginning. */
  private static final String PLAIN_INSIDE = "#~{}]";

  private Quoting() {}

  /** The text itself, or quoted if it has special characters. */
  public static String ifNeeded(String text) {
    if (text.codePoints().anyMatch(Quoting::isUnprintable)) {
      return escaped(text);
    }
    if (isPlain(text)) {
      return text;
    }
    if (text.indexOf('\'') < 0) {
      return "'" + text + "'";
    }
    boolean onlyQuotes = text.codePoints().allMatch(c -> isPlain(c) || c == ' ' || c == '\'');
    return onlyQuotes ? '"' + text + '"' : escaped(text);
  }

  private static boolean isPlain(String text) {
    if (text.isEmpty()) {
      return false;
    }
    int first = text.codePointAt(0);
    boolean brace = (first == '{' || first == '}') && text.length() > 1;
    return (isPlain(first) || brace)
        && text.codePoints().skip(1).allMatch(c -> isPlain(c) || PLAIN_INSIDE.indexOf(c) >= 0);
  }

  private static boolean isPlain(int c) {
    return Character.isLetterOrDigit(c) || c >= 0x80 || PLAIN.indexOf(c) >= 0;
  }

  /** The form {@code 'a'$'\n''b'} that bash reads. */
  private static String escaped(String text) {
    StringBuilder quoted = new StringBuilder("'");
    boolean escaping = false;
    int at = 0;
    while (at < text.length()) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      boolean escape = isUnprintable(c);
      if (escape != escaping) {
        quoted.append(escape ? "'$'" : "''");
        escaping = escape;
      }
      if (escape) {
        quoted.append(escapeOf(c));
      } else if (c == '\'') {
        quoted.append("'\\''");
      } else {
        quoted.appendCodePoint(c);
      }
    }
    return quoted.append('\'').toString();
  }

  /** Control characters, and invalid UTF-8 (lone surrogates in {@link ByteText}). */
  private static boolean isUnprintable(int c) {
    return Character.isISOControl(c)
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
        || Character.getType(c) == Character.FORMAT
        || Character.getType(c) == Character.LINE_SEPARATOR
        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
  }

  private static String escapeOf(int c) {
    return switch (c) {
      case 0x07 -> "\\a";
      case '\b' -> "\\b";
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case 0x0b -> "\\v";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      default -> {
        StringBuilder octal = new StringBuilder();
        for (byte b : ByteText.encode(Character.toString(c))) {
          octal.append(String.format(Locale.ROOT, "\\%03o", b & 0xff));
        }
        yield octal.toString();
      }
    };
  }
}
