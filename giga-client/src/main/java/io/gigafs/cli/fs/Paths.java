package io.gigafs.cli.fs;

import io.gigafs.cli.ByteText;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;

/** Paths as text that loses no bytes. */
final class Paths {
  private Paths() {}

  static String text(GigaPath path) {
    if (path.isRoot()) {
      return "/";
    }
    StringBuilder text = new StringBuilder();
    for (Name name : path.names()) {
      text.append('/').append(ByteText.decode(name.bytes()));
    }
    return text.toString();
  }
}
