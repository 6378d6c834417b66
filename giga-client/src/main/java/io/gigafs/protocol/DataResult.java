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
 * @param byOthers as of a {@link LockResult}; of a file that was closed, false only if its
 *     attributes are those of its object, as nobody may write to it
 */
public record DataResult(
    boolean applied,
    FileAttributes attributes,
    long end,
    @Nullable FileData data,
    long changedBeforeNanos,
    boolean byOthers)
    implements Result {
  /** Of a request that changed nothing, of a file to whose object others may write. */
  public DataResult(boolean applied, FileAttributes attributes, long end, @Nullable FileData data) {
    this(applied, attributes, end, data, attributes.changedNanos(), true);
  }

  /** Of a file to whose object others may write. */
  public DataResult(
      boolean applied,
      FileAttributes attributes,
      long end,
      @Nullable FileData data,
      long changedBeforeNanos) {
    this(applied, attributes, end, data, changedBeforeNanos, true);
  }

  /** The same, but for where the bytes are. */
  public DataResult withoutData() {
    return new DataResult(applied, attributes, end, null, changedBeforeNanos, byOthers);
  }

  /** The same, but for whether others may write to the file's object. */
  public DataResult withByOthers(boolean mayWrite) {
    return new DataResult(applied, attributes, end, data, changedBeforeNanos, mayWrite);
  }

  void write(WireWriter out) {
    out.flag(applied).attributes(attributes).varlong(end).flag(data != null);
    if (data != null) {
      data.write(out);
    }
    out.int64(changedBeforeNanos).flag(byOthers);
  }

  static DataResult read(WireReader in) {
    return new DataResult(
        in.flag(),
        in.attributes(),
        in.varlong(),
        in.flag() ? FileData.read(in) : null,
        in.int64(),
        in.flag());
  }
}
