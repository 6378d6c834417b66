package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.TIME;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result.Empty;

/**
 * Updates the atime of a file after an access during which a transaction had locked its name. If
 * the name refers to another file by now, nothing is done.
 *
 * @param accessedNanos time of the access, ns since the epoch
 */
public record NoteAccessRequest(
    InodeId directory, PartitionIndex partition, Name name, InodeId file, long accessedNanos)
    implements PartitionRequest<Empty> {
  static final Codec<NoteAccessRequest> CODEC =
      Codec.of(NoteAccessRequest.class, HEAD, NAME, INODE, TIME);

  public static final Opcode<Empty> OPCODE = Opcode.of(82, "NOTE_ACCESS", CODEC, Empty.CODEC);

  /** A copy for another partition. */
  public NoteAccessRequest at(PartitionIndex other) {
    return new NoteAccessRequest(directory, other, name, file, accessedNanos);
  }
}
