package io.gigafs.client.path;

import io.gigafs.index.Name;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What stands between two slashes of a path. */
sealed interface PathComponent {
  /** The part of these bytes, which are at least one and hold neither slash nor NUL. */
  static PathComponent of(byte[] bytes) {
    if (bytes[0] == '.' && bytes.length == 1) {
      return Dots.SELF;
    }
    if (bytes[0] == '.' && bytes[1] == '.' && bytes.length == 2) {
      return Dots.PARENT;
    }
    return bytes.length > Name.MAX_BYTES ? new TooLong(bytes) : new Named(Name.of(bytes));
  }

  /** The bytes themselves, not to be changed. */
  byte[] bytes();

  /** The name of an entry. */
  record Named(Name name) implements PathComponent {
    @Override
    public byte[] bytes() {
      return name.bytes();
    }
  }

  /** What names a directory without being an entry of it. */
  enum Dots implements PathComponent {
    SELF("."),
    PARENT("..");

    private final String text;

    Dots(String text) {
      this.text = text;
    }

    @Override
    public byte[] bytes() {
      return text.getBytes(StandardCharsets.US_ASCII);
    }
  }

  /** More bytes than a name can have: an error, but only for who gets that far. */
  record TooLong(byte[] bytes) implements PathComponent {
    @Override
    public boolean equals(Object other) {
      return other instanceof TooLong that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }
}
