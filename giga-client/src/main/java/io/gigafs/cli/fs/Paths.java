package io.gigafs.cli.fs;

import io.gigafs.cli.ByteText;
import io.gigafs.client.GigaPath;

/** Converts paths to text without loss of bytes. */
final class Paths {
  private Paths() {}

  static String text(GigaPath path) {
    return ByteText.decode(path.bytes());
  }
}
