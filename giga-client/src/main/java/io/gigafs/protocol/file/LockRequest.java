package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;

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
    implements Mutation<LockResult>, HandleRequest<LockResult> {
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
}
