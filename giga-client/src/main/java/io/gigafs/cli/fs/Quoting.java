package io.gigafs.cli.fs;

/** Quotes names so that a shell reads them back and a terminal does not obey them. */
final class Quoting {
  /** What a shell leaves alone. */
  private static final String PLAIN = "%+,-./:@_=^";

  private static final String PLAIN_INSIDE = PLAIN + "#~";

  private Quoting() {}

  /** The text itself, or quoted if it holds anything that is special. */
  static String ifNeeded(String text) {
    if (!text.isEmpty() && isPlain(text)) {
      return text;
    }
    boolean control = text.codePoints().anyMatch(Quoting::isUnprintable);
    if (!control && text.indexOf('\'') < 0) {
      return "'" + text + "'";
    }
    if (!control && text.chars().noneMatch(c -> "\"$`\\!".indexOf(c) >= 0)) {
      return '"' + text + '"';
    }
    return ansiC(text);
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain =
          Character.isLetterOrDigit(c)
              || (i == 0 ? PLAIN : PLAIN_INSIDE).indexOf(c) >= 0
              || (c >= 0x80 && !Character.isSurrogate(c) && !isUnprintable(c));
      if (!plain && !Character.isSurrogatePair(c, i + 1 < text.length() ? text.charAt(i + 1) : 0)) {
        return false;
      }
      if (!plain) {
        i++;
      }
    }
    return true;
  }

  /** The form {@code 'a'$'\n''b'} that bash and ls use. */
  private static String ansiC(String text) {
    StringBuilder quoted = new StringBuilder("'");
    boolean escaping = false;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
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

  private static boolean isUnprintable(int c) {
    return Character.isISOControl(c)
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
        || Character.getType(c) == Character.FORMAT
        || c == '\u2028'
        || c == '\u2029';
  }

  private static String escapeOf(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      case '\r' -> "\\r";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      default -> {
        StringBuilder octal = new StringBuilder();
        for (byte b : io.gigafs.cli.ByteText.encode(Character.toString(c))) {
          octal.append(String.format("\\%03o", b & 0xff));
        }
        yield octal.toString();
      }
    };
  }
}
