package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * The result of writing a whole file in one request.
 *
 * @param written the file's attributes afterwards; null if nothing was done, because the file has
 *     to be opened for that
 */
public record WriteFileResult(@Nullable FileAttributes written) implements Result {
  public static final Codec<WriteFileResult> CODEC =
      Codec.of(WriteFileResult.class, optional(ATTRIBUTES))
          .byHand(WriteFileResult::write, WriteFileResult::read);

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
