package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What became of a request about an open file's bytes.
 *
 * @param applied whether it was done; if not, nothing was changed, and the data say why: they are,
 *     or have to be, on a volume
 * @param attributes of the file, as they are after it
 * @param end where the file ends behind what was appended last, 0 if nothing was
 * @param data where the file's bytes are; null if the client knows, and in the answer to a request
 *     that was answered before: the client reads them then
 * @param changedBeforeNanos the file's ctime before the request: if that is the one that the client
 *     knew last, nobody else has changed the file since
 */
public record DataResult(
    boolean applied,
    FileAttributes attributes,
    long end,
    @Nullable FileData data,
    long changedBeforeNanos)
    implements Result {
  /** Of a request that changed nothing. */
  public DataResult(boolean applied, FileAttributes attributes, long end, @Nullable FileData data) {
    this(applied, attributes, end, data, attributes.changedNanos());
  }

  /** The same, but for where the bytes are. */
  public DataResult withoutData() {
    return new DataResult(applied, attributes, end, null, changedBeforeNanos);
  }

  void write(WireWriter out) {
    out.flag(applied).attributes(attributes).varlong(end).flag(data != null);
    if (data != null) {
      data.write(out);
    }
    out.int64(changedBeforeNanos);
  }

  static DataResult read(WireReader in) {
    return new DataResult(
        in.flag(), in.attributes(), in.varlong(), in.flag() ? FileData.read(in) : null, in.int64());
  }
}
