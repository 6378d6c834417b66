package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/** Requests a permit to read an open file's object from the cache group. */
public record CachePermitRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Name name, FileHandle handle)
    implements HandleRequest<CachePermitResult> {
  @Override
  public Opcode<CachePermitResult> opcode() {
    return Opcode.CACHE_PERMIT;
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
