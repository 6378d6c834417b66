package io.gigafs.protocol.cache;

import static io.gigafs.protocol.Elements.HANDLE_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Opcode;

/** Requests a permit to read an open file's object from the cache group. */
public record CachePermitRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Name name, FileHandle handle)
    implements HandleRequest<CachePermitResult> {
  static final Codec<CachePermitRequest> CODEC = Codec.of(CachePermitRequest.class, HANDLE_HEAD);

  public static final Opcode<CachePermitResult> OPCODE =
      Opcode.of(61, "CACHE_PERMIT", CODEC, CachePermitResult.CODEC);
}
