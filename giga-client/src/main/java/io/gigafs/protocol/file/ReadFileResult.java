package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.optional;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.namespace.LookupResult;
import org.jspecify.annotations.Nullable;

/**
 * The result of a lookup, with the bytes of the file.
 *
 * @param data null unless it is a regular file that is stored here
 */
public record ReadFileResult(LookupResult file, @Nullable FileData data) implements Result {
  public static final Codec<ReadFileResult> CODEC =
      Codec.of(ReadFileResult.class, LookupResult.CODEC, optional(FileData.CODEC))
          .byHand(ReadFileResult::write, ReadFileResult::read);

  void write(WireWriter out) {
    LookupResult.CODEC.write(file, out);
    out.flag(data != null);
    if (data != null) {
      data.write(out);
    }
  }

  static ReadFileResult read(WireReader in) {
    return new ReadFileResult(LookupResult.CODEC.read(in), in.flag() ? FileData.read(in) : null);
  }
}
