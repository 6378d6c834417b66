package io.gigafs.protocol.migration;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A file of a partition's rows in the cluster's transfer directory.
 *
 * @param family the kind of rows in it
 * @param size bytes
 * @param checksum CRC-32C of the bytes
 */
public record TransferFile(String family, long size, int checksum) {
  /** The minimum encoded size: the family's length, size and checksum. */
  static final int MIN_BYTES = 1 + 1 + Integer.BYTES;

  void write(WireWriter out) {
    out.text(family).varlong(size).int32(checksum);
  }

  static TransferFile read(WireReader in) {
    return new TransferFile(in.text(), in.size(), in.int32());
  }
}
