package io.gigafs.protocol;

import java.util.List;

/**
 * Bytes that are written to an open file.
 *
 * @param offset where; {@link #APPEND} for the file's end, wherever that is then
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record DataWrite(long offset, byte[] bytes) {
  /** The offset that stands for the file's end. */
  public static final long APPEND = -1;

  /** The fewest bytes that a write takes: an offset and a length. */
  static final int MIN_BYTES = Long.BYTES + 1;

  /** As of {@link Mutation#content}. */
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
