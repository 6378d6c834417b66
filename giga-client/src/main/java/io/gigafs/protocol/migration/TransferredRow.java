package io.gigafs.protocol.migration;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A row of an entry in its stored form, for a transfer to another server.
 *
 * @param family the kind of the row
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record TransferredRow(String family, byte[] key, byte[] value) {
  /** The minimum encoded size of a row: the lengths of family, key and value. */
  static final int MIN_BYTES = 1 + 1 + 1;

  void write(WireWriter out) {
    out.text(family).bytes(key).bytes(value);
  }

  static TransferredRow read(WireReader in) {
    return new TransferredRow(in.text(), in.bytes(), in.bytes());
  }
}
