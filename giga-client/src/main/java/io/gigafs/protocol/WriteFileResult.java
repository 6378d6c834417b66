package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The result of writing a whole file in one request.
 *
 * @param written the file's attributes afterwards; null if nothing was done, because the file has
 *     to be opened for that
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
