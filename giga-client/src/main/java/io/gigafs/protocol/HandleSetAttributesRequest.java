package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/** Changes attributes of an open file: fchmod(2), fchown(2), futimens(2), ftruncate(2). */
public record HandleSetAttributesRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    AttributeChange change)
    implements Mutation<EntryResult>, HandleRequest<EntryResult> {
  @Override
  public long content() {
    return change.content();
  }

  @Override
  public Opcode<EntryResult> opcode() {
    return Opcode.HANDLE_SET_ATTRIBUTES;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
    change.write(out);
  }

  static HandleSetAttributesRequest read(WireReader in) {
    return new HandleSetAttributesRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        AttributeChange.read(in));
  }
}
