package io.gigafs.protocol.fsck;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * Headers of partitions.
 *
 * @param headers one for each partition of the request, in the same order
 */
public record HeadersResult(List<HeaderFacts> headers) implements Result {
  public static final Codec<HeadersResult> CODEC =
      Codec.of(HeadersResult.class, HeadersResult::write, HeadersResult::read);

  void write(WireWriter out) {
    out.count(headers.size());
    for (HeaderFacts header : headers) {
      header.write(out);
    }
  }

  static HeadersResult read(WireReader in) {
    return new HeadersResult(in.list(HeaderFacts.MIN_BYTES, HeaderFacts::read));
  }
}
