package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.quota.QuotaShortage;
import org.jspecify.annotations.Nullable;

/**
 * The result of an open.
 *
 * @param attributes of the file after the open; of a linked one only type and id are valid
 * @param data the location of an opened regular file's bytes; null for other types, and in the
 *     answer to a retried request: the client reads the location then
 * @param changes as in {@link LookupResult}, for a file that was created for a client that caches
 *     lookups; otherwise 0, and in the answer to a retried request
 * @param byOthers as in {@link LockRequest.LockResult}
 * @param quota whether a quota applies to what the handle writes
 */
public record OpenResult(
    Outcome outcome,
    FileAttributes attributes,
    @Nullable FileData data,
    long changes,
    boolean byOthers,
    QuotaShortage quota)
    implements Result {
  public static final Codec<OpenResult> CODEC =
      Codec.byHand(OpenResult.class, OpenResult::write, OpenResult::read);

  /** The possible outcomes of an open. */
  public enum Outcome {
    /** The file was opened. */
    OPENED(0),
    /** The file was created and opened. */
    CREATED(1),
    /** The file has an inode record of its own and has to be opened there. */
    LINKED(2),
    /** It is a symbolic link. */
    SYMLINK(3),
    /** It is a directory. */
    DIRECTORY(4);

    private static final Codec<Outcome> CODEC = codeOf(Outcome.class, outcome -> outcome.code);

    private final int code;

    Outcome(int code) {
      this.code = code;
    }
  }

  /** The answer to a retry of a request that was answered before. */
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
    QuotaShortage.CODEC.write(quota, out);
  }

  static OpenResult read(WireReader in) {
    return new OpenResult(
        Outcome.CODEC.read(in),
        in.attributes(),
        in.flag() ? FileData.read(in) : null,
        in.flag() ? in.int64() : LookupResult.NOT_TO_BE_KEPT,
        in.flag(),
        QuotaShortage.CODEC.read(in));
  }
}
