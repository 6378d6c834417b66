package io.gigafs.protocol;

/**
 * What a client knows of a file that it wrote on a volume.
 *
 * @param size bytes
 * @param modifiedNanos when it was last written to, ns since the epoch
 * @param hasCrc whether the client wrote all of the file, from its start to its end
 * @param crc CRC32C of all of it then, else 0
 * @param holes how many bytes take no storage, as far as the client knows
 */
public record DataReport(long size, long modifiedNanos, boolean hasCrc, int crc, long holes) {
  /** Of a file that is not known to have holes. */
  public DataReport(long size, long modifiedNanos, boolean hasCrc, int crc) {
    this(size, modifiedNanos, hasCrc, crc, 0);
  }

  void write(WireWriter out) {
    out.varlong(size).int64(modifiedNanos).flag(hasCrc).int32(crc).varlong(holes);
  }

  static DataReport read(WireReader in) {
    return new DataReport(in.size(), in.int64(), in.flag(), in.int32(), in.size());
  }
}
