package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/** Reads the attributes of an open file: fstat(2). */
public record HandleStatRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Name name, FileHandle handle)
    implements HandleRequest<EntryResult> {
  @Override
  public Opcode<EntryResult> opcode() {
    return Opcode.HANDLE_STAT;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
    handle.write(out);
  }

  static HandleStatRequest read(WireReader in) {
    return new HandleStatRequest(
        in.inode(), in.partition(), in.caller(), in.name(), FileHandle.read(in));
  }
}
