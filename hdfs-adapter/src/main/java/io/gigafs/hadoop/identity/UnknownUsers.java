package io.gigafs.hadoop.identity;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Treatment of users without an id. */
public enum UnknownUsers {
  /** The file system is not opened. */
  REFUSE,
  /** The account of {@code fs.giga.nobody}, shared by all of them. */
  NOBODY,
  /** An id derived from the name, the same on all machines. */
  ID;

  static final String KEY = "fs.giga.unknown-users";

  static UnknownUsers parse(String text) {
    return Arrays.stream(values())
        .filter(value -> value.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    KEY
                        + " is "
                        + Arrays.stream(values())
                            .map(UnknownUsers::text)
                            .collect(Collectors.joining(", "))
                        + ", not '"
                        + text
                        + "'"));
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
