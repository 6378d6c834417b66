package io.gigafs.protocol;

import java.util.List;

/**
 * Headers of partitions.
 *
 * @param headers one for each partition of the request, in the same order
 */
public record HeadersResult(List<HeaderFacts> headers) implements Result {
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
