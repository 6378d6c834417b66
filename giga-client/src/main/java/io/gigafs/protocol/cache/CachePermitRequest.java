package io.gigafs.protocol.cache;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Requests a permit to read an open file's object from the cache group. */
public record CachePermitRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Name name, FileHandle handle)
    implements HandleRequest<CachePermitResult> {
  public static final Opcode<CachePermitResult> OPCODE =
      Opcode.of(
          61,
          "CACHE_PERMIT",
          Codec.of(CachePermitRequest.class, CachePermitRequest::write, CachePermitRequest::read),
          CachePermitResult.CODEC);

  @Override
  public Opcode<CachePermitResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
    handle.write(out);
  }

  static CachePermitRequest read(WireReader in) {
    return new CachePermitRequest(
        in.inode(), in.partition(), in.caller(), in.name(), FileHandle.read(in));
  }
}
