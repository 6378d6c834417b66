package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/** Looks up a file and, if the caller has permission, reads it, without opening it. */
public record ReadFileRequest(InodeId directory, PartitionIndex partition, Caller caller, Name name)
    implements NameRequest<ReadFileResult> {
  @Override
  public Opcode<ReadFileResult> opcode() {
    return Opcode.READ_FILE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
  }

  static ReadFileRequest read(WireReader in) {
    return new ReadFileRequest(in.inode(), in.partition(), in.caller(), in.name());
  }
}
