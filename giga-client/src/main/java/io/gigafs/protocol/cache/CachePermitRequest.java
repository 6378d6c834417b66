package io.gigafs.protocol.cache;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.HANDLE_HEAD;
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

/** Requests a permit to read an open file's object from the cache group. */
public record CachePermitRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Name name, FileHandle handle)
    implements HandleRequest<CachePermitRequest.CachePermitResult> {
  static final Codec<CachePermitRequest> CODEC = Codec.of(CachePermitRequest.class, HANDLE_HEAD);

  public static final Opcode<CachePermitResult> OPCODE =
      Opcode.of(61, "CACHE_PERMIT", CODEC, CachePermitResult.CODEC);

  /**
   * A permit, or when to request one again.
   *
   * @param permit null while a client may write to the file's object, or if the file has none
   * @param waitMillis with a permit, how long it is certainly valid; without one, the earliest time
   *     to request one again
   */
  public record CachePermitResult(@Nullable BlockPermit permit, int waitMillis) implements Result {
    public static final Codec<CachePermitResult> CODEC =
        Codec.of(CachePermitResult.class, optional(BlockPermit.CODEC), COUNT);
  }
}
