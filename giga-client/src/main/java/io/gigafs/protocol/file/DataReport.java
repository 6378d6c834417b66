package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INT32;
import static io.gigafs.protocol.Elements.SIZE;
import static io.gigafs.protocol.Elements.TIME;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A client's report about a file that it wrote on a volume.
 *
 * @param size bytes
 * @param modifiedNanos time of the last write, ns since the epoch
 * @param hasCrc whether the client wrote the whole file, from its start to its end
 * @param crc CRC32C of the whole file if {@code hasCrc}, otherwise 0
 * @param holes the number of bytes that take no storage, as far as the client knows
 */
public record DataReport(long size, long modifiedNanos, boolean hasCrc, int crc, long holes) {
  static final Codec<DataReport> CODEC =
      Codec.of(DataReport.class, SIZE, TIME, FLAG, INT32, SIZE)
          .byHand(DataReport::write, DataReport::read);

  /** A report about a file without known holes. */
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
