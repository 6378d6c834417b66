package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What became of writing a whole file in one.
 *
 * @param written the file's attributes after it; null if nothing was done, as the file has to be
 *     opened for that
 */
public record WriteFileResult(@Nullable FileAttributes written) implements Result {
  void write(WireWriter out) {
    out.flag(written != null);
    if (written != null) {
      out.attributes(written);
    }
  }

  static WriteFileResult read(WireReader in) {
    return new WriteFileResult(in.flag() ? in.attributes() : null);
  }
}
