package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Asks whether the caller may do something with what a name is: access(2). A symbolic link is to be
 * followed: it is answered ELOOP.
 *
 * @param wanted 4 to read, 2 to write, 1 to execute or search, OR-ed
 */
public record AccessRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Name name, int wanted)
    implements NameRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.ACCESS;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name).varint(wanted);
  }

  static AccessRequest read(WireReader in) {
    return new AccessRequest(in.inode(), in.partition(), in.caller(), in.name(), in.varint());
  }
}
