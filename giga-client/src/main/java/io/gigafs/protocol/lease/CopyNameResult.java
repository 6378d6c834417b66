package io.gigafs.protocol.lease;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a name.
 *
 * @param copy null if none is granted
 */
public record CopyNameResult(@Nullable NameCopy copy) implements Result {
  public static final Codec<CopyNameResult> CODEC =
      Codec.of(CopyNameResult.class, CopyNameResult::write, CopyNameResult::read);

  public static final CopyNameResult REFUSED = new CopyNameResult(null);

  /**
   * The data that a lookup of the name needs.
   *
   * @param leaseMillis the duration of the lease, counted from before the request was sent; it may
   *     be recalled earlier
   * @param attributes of the file
   * @param directory determines who may look up names
   */
  public record NameCopy(int leaseMillis, FileAttributes attributes, DirectoryFacts directory) {}

  void write(WireWriter out) {
    out.flag(copy != null);
    if (copy != null) {
      out.count(copy.leaseMillis()).attributes(copy.attributes());
      copy.directory().write(out);
    }
  }

  static CopyNameResult read(WireReader in) {
    return in.flag()
        ? new CopyNameResult(new NameCopy(in.count(), in.attributes(), DirectoryFacts.read(in)))
        : REFUSED;
  }
}
