package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.HANDLE_HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Opcode;

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
    implements HandleRequest<FindLockResult> {
  static final Codec<FindLockRequest> CODEC =
      Codec.of(FindLockRequest.class, HANDLE_HEAD, INT64, LockType.CODEC, VARLONG, VARLONG);

  public static final Opcode<FindLockResult> OPCODE =
      Opcode.of(31, "FIND_LOCK", CODEC, FindLockResult.CODEC);
}
