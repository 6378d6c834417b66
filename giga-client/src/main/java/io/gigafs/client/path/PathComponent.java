package io.gigafs.client.path;

import io.gigafs.index.Name;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A component of a path, between two slashes. */
sealed interface PathComponent {
  /** The component of these bytes: at least one byte, no slash and no NUL. */
  static PathComponent of(byte[] bytes) {
    if (bytes[0] == '.' && bytes.length == 1) {
      return Dots.SELF;
    }
    if (bytes[0] == '.' && bytes[1] == '.' && bytes.length == 2) {
      return Dots.PARENT;
    }
    return bytes.length > Name.MAX_BYTES ? new TooLong(bytes) : new Named(Name.of(bytes));
  }

  /** The bytes themselves, which must not be changed. */
  byte[] bytes();

  /** The name of an entry. */
  record Named(Name name) implements PathComponent {
    @Override
    public byte[] bytes() {
      return name.bytes();
    }
  }

  /** A component that names a directory without being an entry. */
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

  /** A component longer than a name can be. It is an error only when resolution reaches it. */
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
