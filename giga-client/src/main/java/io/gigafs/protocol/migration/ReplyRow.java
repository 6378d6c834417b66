package io.gigafs.protocol.migration;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The stored replies to one client's mutations of one commit batch.
 *
 * @param number of the row, among those of the client in the partition
 * @param body encoded by the server
 */
public record ReplyRow(long client, long number, byte[] body) {
  /** The minimum encoded size of a row: client, number, length of the body. */
  static final int MIN_BYTES = 8 + 1 + 1;

  void write(WireWriter out) {
    out.int64(client).varlong(number).bytes(body);
  }

  static ReplyRow read(WireReader in) {
    return new ReplyRow(in.int64(), in.varlong(), in.bytes());
  }
}
