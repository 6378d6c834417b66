package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/** Reads the inline data of an open file, or the location of its bytes. */
public record ReadRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Name name, FileHandle handle)
    implements HandleRequest<DataResult> {
  @Override
  public Opcode<DataResult> opcode() {
    return Opcode.READ;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
    handle.write(out);
  }

  static ReadRequest read(WireReader in) {
    return new ReadRequest(in.inode(), in.partition(), in.caller(), in.name(), FileHandle.read(in));
  }
}
