package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;
import org.jspecify.annotations.Nullable;

/**
 * Locks a byte range of an open file, replacing the owner's previous locks of it: fcntl(2) with
 * F_SETLK and F_SETLKW.
 *
 * @param owner of the lock, as numbered by the client
 * @param length number of bytes; 0 for all from the start on
 * @param waitMillis how long to wait for others; 0 for EAGAIN at once
 */
public record LockRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    long owner,
    LockType type,
    long start,
    long length,
    int waitMillis)
    implements Mutation<LockRequest.LockResult>, HandleRequest<LockRequest.LockResult> {
  static final Codec<LockRequest> CODEC =
      Codec.of(
          LockRequest.class, HANDLE_MUTATION_HEAD, INT64, LockType.CODEC, VARLONG, VARLONG, COUNT);

  public static final Opcode<LockResult> OPCODE = Opcode.of(29, "LOCK", CODEC, LockResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(
        RequestDigest.mix(RequestDigest.mix(RequestDigest.mix(type.code(), owner), start), length),
        1);
  }

  /**
   * The result of acquiring or releasing a lock. A new owner's cached data of the file may be
   * stale: it is if its ctime differs from the file's.
   *
   * @param attributes of the file while the lock is held; null if no lock was acquired, and in the
   *     answer to a retried request: cached data must not be used then
   * @param byOthers whether others than the handle's session may have written to the file's object
   *     without a change of the attributes
   */
  public record LockResult(@Nullable FileAttributes attributes, boolean byOthers)
      implements Result {
    public static final Codec<LockResult> CODEC =
        Codec.of(LockResult.class, optional(ATTRIBUTES), FLAG);

    /** A result without information about the file. */
    public static final LockResult UNKNOWN = new LockResult(null, true);
  }
}
