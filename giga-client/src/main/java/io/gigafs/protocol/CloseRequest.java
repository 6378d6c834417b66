package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/** Closes a handle, with its lock of the whole file; with a session's last one go its ranges. */
public record CloseRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle)
    implements Mutation<Empty>, HandleRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.CLOSE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
  }

  static CloseRequest read(WireReader in) {
    return new CloseRequest(
        in.inode(), in.partition(), in.caller(), in.sequence(), in.name(), FileHandle.read(in));
  }
}
