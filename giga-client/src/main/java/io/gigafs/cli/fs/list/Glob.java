package io.gigafs.cli.fs.list;

/**
 * Shell patterns as of fnmatch(3): {@code *}, {@code ?}, {@code [a-z]}, {@code [!a]} and backslash.
 * A star or question mark also matches a dot or slash, as in find(1).
 */
final class Glob {
  private final int[] pattern;

  Glob(String pattern, boolean ignoreCase) {
    this.pattern = fold(pattern, ignoreCase);
  }

  /** Whether a whole text matches, optionally ignoring case. */
  boolean matches(String text, boolean ignoreCase) {
    return matches(0, fold(text, ignoreCase));
  }

  private static int[] fold(String text, boolean ignoreCase) {
    return text.codePoints().map(c -> ignoreCase ? Character.toLowerCase(c) : c).toArray();
  }

  /** Backtracks to the last star only, so the time is bounded by the product of both lengths. */
  private boolean matches(int start, int[] text) {
    int p = start;
    int t = 0;
    int star = -1;
    int starText = 0;
    while (t < text.length) {
      if (p < pattern.length && pattern[p] == '*') {
        star = p++;
        starText = t;
        continue;
      }
      int next = p < pattern.length ? step(p, text[t]) : -1;
      if (next >= 0) {
        p = next;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++starText;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == '*') {
      p++;
    }
    return p == pattern.length;
  }

  /** The next position in the pattern if its element at {@code p} matches {@code c}; else -1. */
  private int step(int p, int c) {
    return switch (pattern[p]) {
      case '?' -> p + 1;
      case '[' -> bracket(p, c);
      case '\\' -> {
        int literal = p + 1 < pattern.length ? pattern[p + 1] : '\\';
        yield literal == c ? Math.min(p + 2, pattern.length) : -1;
      }
      default -> pattern[p] == c ? p + 1 : -1;
    };
  }

  private int bracket(int open, int c) {
    int p = open + 1;
    boolean negated = p < pattern.length && (pattern[p] == '!' || pattern[p] == '^');
    p += negated ? 1 : 0;
    boolean matched = false;
    for (int first = p; p < pattern.length && (pattern[p] != ']' || p == first); p++) {
      boolean range = p + 2 < pattern.length && pattern[p + 1] == '-' && pattern[p + 2] != ']';
      if (range) {
        matched |= c >= pattern[p] && c <= pattern[p + 2];
        p += 2;
      } else {
        matched |= c == pattern[p];
      }
    }
    if (p >= pattern.length) {
      return c == '[' ? open + 1 : -1;
    }
    return matched != negated ? p + 1 : -1;
  }
}
