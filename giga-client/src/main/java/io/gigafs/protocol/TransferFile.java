package io.gigafs.protocol;

/**
 * A file of a partition's rows in the cluster's transfer directory.
 *
 * @param family what rows it holds
 * @param size bytes
 * @param checksum CRC-32C of the bytes
 */
public record TransferFile(String family, long size, int checksum) {
  /** The fewest bytes that one takes: the family's length, size and checksum. */
  static final int MIN_BYTES = 1 + 1 + Integer.BYTES;

  void write(WireWriter out) {
    out.text(family).varlong(size).int32(checksum);
  }

  static TransferFile read(WireReader in) {
    return new TransferFile(in.text(), in.size(), in.int32());
  }
}
