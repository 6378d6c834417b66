package io.gigafs.cli.fs.operand;

import io.gigafs.cli.ByteText;
import io.gigafs.client.GigaPath;

/** Converts paths to text without loss of bytes. */
public final class LosslessPaths {
  private LosslessPaths() {}

  public static String text(GigaPath path) {
    return ByteText.decode(path.bytes());
  }
}
