package io.gigafs.cluster;

import java.util.regex.Pattern;

/**
 * The name that an operator gave a server: 1 to 64 letters, digits, dots, underscores and hyphens,
 * starting with a letter or digit.
 */
public record ServerId(String value) implements Comparable<ServerId> {
  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  public ServerId {
    if (!VALID.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "a server id is 1 to 64 letters, digits, dots, underscores and hyphens and starts with a letter or digit, not '"
              + value
              + "'");
    }
  }

  @Override
  public int compareTo(ServerId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
