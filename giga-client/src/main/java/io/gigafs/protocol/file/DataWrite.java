package io.gigafs.protocol.file;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * A write to an open file.
 *
 * @param offset where to write; {@link #APPEND} for the end of the file at the time of execution
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record DataWrite(long offset, byte[] bytes) {
  static final Codec<DataWrite> CODEC =
      Codec.byHand(DataWrite.class, DataWrite.MIN_BYTES, DataWrite::write, DataWrite::read);

  /** The offset that denotes the end of the file. */
  public static final long APPEND = -1;

  /** The minimum encoded size of a write: an offset and a length. */
  static final int MIN_BYTES = Long.BYTES + 1;

  /** The value for {@link Mutation#content}. */
  static long content(List<DataWrite> writes) {
    long content = writes.size();
    for (DataWrite each : writes) {
      content = RequestDigest.mix(RequestDigest.mix(content, each.offset), each.bytes);
    }
    return content;
  }

  void write(WireWriter out) {
    out.int64(offset).bytes(bytes);
  }

  static DataWrite read(WireReader in) {
    long offset = in.int64();
    if (offset < APPEND) {
      throw new ProtocolException("no byte of a file is at " + offset);
    }
    return new DataWrite(offset, in.bytes());
  }
}
