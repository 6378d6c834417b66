package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Updates the atime of a file after an access during which a transaction had locked its name. If
 * the name refers to another file by now, nothing is done.
 *
 * @param accessedNanos time of the access, ns since the epoch
 */
public record NoteAccessRequest(
    InodeId directory, PartitionIndex partition, Name name, InodeId file, long accessedNanos)
    implements PartitionRequest<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          82,
          "NOTE_ACCESS",
          Codec.of(NoteAccessRequest.class, NoteAccessRequest::write, NoteAccessRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
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
