package io.gigafs.protocol;

/**
 * A row of an entry as a server stores it, on its way to another server.
 *
 * @param family what kind of row it is
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record TransferredRow(String family, byte[] key, byte[] value) {
  /** The fewest bytes that a row takes: the lengths of family, key and value. */
  static final int MIN_BYTES = 1 + 1 + 1;

  void write(WireWriter out) {
    out.text(family).bytes(key).bytes(value);
  }

  static TransferredRow read(WireReader in) {
    return new TransferredRow(in.text(), in.bytes(), in.bytes());
  }
}
