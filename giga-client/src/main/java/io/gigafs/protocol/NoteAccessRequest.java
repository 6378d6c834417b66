package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Updates the atime of a file after an access during which a transaction had locked its name. If
 * the name refers to another file by now, nothing is done.
 *
 * @param accessedNanos time of the access, ns since the epoch
 */
public record NoteAccessRequest(
    InodeId directory, PartitionIndex partition, Name name, InodeId file, long accessedNanos)
    implements PartitionRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.NOTE_ACCESS;
  }

  /** A copy for another partition. */
  public NoteAccessRequest at(PartitionIndex other) {
    return new NoteAccessRequest(directory, other, name, file, accessedNanos);
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).name(name).inode(file).int64(accessedNanos);
  }

  static NoteAccessRequest read(WireReader in) {
    return new NoteAccessRequest(in.inode(), in.partition(), in.name(), in.inode(), in.int64());
  }
}
