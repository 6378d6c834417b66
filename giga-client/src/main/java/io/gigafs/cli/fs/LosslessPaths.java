package io.gigafs.cli.fs;

import io.gigafs.cli.ByteText;
import io.gigafs.client.GigaPath;

/** Converts paths to text without loss of bytes. */
final class LosslessPaths {
  private LosslessPaths() {}

  static String text(GigaPath path) {
    return ByteText.decode(path.bytes());
  }
}
