package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What an opening came to.
 *
 * @param attributes of the file, as they are after it; of a linked one only type and id mean
 *     anything
 * @param data where the bytes of a regular file are that was opened; null of anything else, and in
 *     the answer to a request that was answered before: the client reads them then
 * @param changes as of a {@link LookupResult}, of a file that was made for a client that keeps what
 *     it looks up; 0 else, and in the answer to a request that was answered before
 * @param byOthers as of a {@link LockResult}
 * @param quota whether a quota counts what the handle writes
 */
public record OpenResult(
    Outcome outcome,
    FileAttributes attributes,
    @Nullable FileData data,
    long changes,
    boolean byOthers,
    QuotaShortage quota)
    implements Result {
  /** What an opening can come to. */
  public enum Outcome {
    /** The handle is there. */
    OPENED(0),
    /** Likewise, and the file was made for it. */
    CREATED(1),
    /** The file has a place of its own: it is to be opened there. */
    LINKED(2),
    /** It is a symbolic link. */
    SYMLINK(3),
    /** It is a directory. */
    DIRECTORY(4);

    private final int code;

    Outcome(int code) {
      this.code = code;
    }

    private static Outcome ofCode(int code) {
      for (Outcome outcome : values()) {
        if (outcome.code == code) {
          return outcome;
        }
      }
      throw new ProtocolException("unknown outcome of an opening " + code);
    }
  }

  /** What a request is told that was answered before. */
  public OpenResult forRetry() {
    return new OpenResult(outcome, attributes, null, LookupResult.NOT_TO_BE_KEPT, true, quota);
  }

  void write(WireWriter out) {
    out.int8(outcome.code).attributes(attributes).flag(data != null);
    if (data != null) {
      data.write(out);
    }
    out.flag(changes != LookupResult.NOT_TO_BE_KEPT);
    if (changes != LookupResult.NOT_TO_BE_KEPT) {
      out.int64(changes);
    }
    out.flag(byOthers);
    quota.write(out);
  }

  static OpenResult read(WireReader in) {
    return new OpenResult(
        Outcome.ofCode(in.int8()),
        in.attributes(),
        in.flag() ? FileData.read(in) : null,
        in.flag() ? in.int64() : LookupResult.NOT_TO_BE_KEPT,
        in.flag(),
        QuotaShortage.read(in));
  }
}
