package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HANDLE_HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * Queries for a lock that conflicts with this one: fcntl(2) with F_GETLK.
 *
 * @param length number of bytes; 0 for all from the start on
 */
public record FindLockRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Name name,
    FileHandle handle,
    long owner,
    LockType type,
    long start,
    long length)
    implements HandleRequest<FindLockRequest.FindLockResult> {
  static final Codec<FindLockRequest> CODEC =
      Codec.of(FindLockRequest.class, HANDLE_HEAD, INT64, LockType.CODEC, VARLONG, VARLONG);

  public static final Opcode<FindLockResult> OPCODE =
      Opcode.of(31, "FIND_LOCK", CODEC, FindLockResult.CODEC);

  /**
   * A conflicting lock.
   *
   * @param lock null if there is no conflict
   */
  public record FindLockResult(@Nullable LockInfo lock) implements Result {
    public static final Codec<FindLockResult> CODEC =
        Codec.of(FindLockResult.class, optional(LockInfo.CODEC));

    /**
     * A lock that is held.
     *
     * @param owner the lock's owner, as numbered by its client
     * @param own whether it belongs to the requesting session; other sessions are not disclosed
     * @param length number of bytes; 0 for all from the start on
     */
    public record LockInfo(long owner, boolean own, LockType type, long start, long length) {
      private static final Codec<LockInfo> CODEC =
          Codec.of(LockInfo.class, INT64, FLAG, LockType.CODEC, VARLONG, VARLONG);
    }
  }
}
