package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.TIME;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * The result of a request about an open file's bytes.
 *
 * @param applied whether it was done; if not, nothing was changed, and {@code data} says why: the
 *     bytes are on a volume, or have to be
 * @param attributes of the file after the request
 * @param end the end of the file after the last append, 0 if nothing was appended
 * @param data where the file's bytes are; null if the client knows that, and in the answer to a
 *     retried request: the client reads the location then
 * @param changedBeforeNanos the file's ctime before the request: if it is the last one that the
 *     client knows, no one else has changed the file since
 * @param byOthers as in {@link LockRequest.LockResult}; for a closed file, false only if its
 *     attributes are those of its object, because no one may write to it
 */
public record DataResult(
    boolean applied,
    FileAttributes attributes,
    long end,
    @Nullable FileData data,
    long changedBeforeNanos,
    boolean byOthers)
    implements Result {
  public static final Codec<DataResult> CODEC =
      Codec.of(DataResult.class, FLAG, ATTRIBUTES, VARLONG, optional(FileData.CODEC), TIME, FLAG)
          .byHand(DataResult::write, DataResult::read);

  /** A result for a request that changed nothing, of a file whose object others may write to. */
  public DataResult(boolean applied, FileAttributes attributes, long end, @Nullable FileData data) {
    this(applied, attributes, end, data, attributes.changedNanos(), true);
  }

  /** A result for a file whose object others may write to. */
  public DataResult(
      boolean applied,
      FileAttributes attributes,
      long end,
      @Nullable FileData data,
      long changedBeforeNanos) {
    this(applied, attributes, end, data, changedBeforeNanos, true);
  }

  /** A copy without the location of the bytes. */
  public DataResult withoutData() {
    return new DataResult(applied, attributes, end, null, changedBeforeNanos, byOthers);
  }

  /** A copy that states whether others may write to the file's object. */
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
