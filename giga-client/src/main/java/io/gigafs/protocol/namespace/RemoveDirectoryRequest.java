package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Removes an empty directory, split or not. Requires write and search permission on the parent, and
 * ownership if that is sticky.
 *
 * @param expected the inode that the name must resolve to, otherwise nothing is done and the answer
 *     is ESTALE; null for any
 */
public record RemoveDirectoryRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    @Nullable InodeId expected)
    implements Mutation<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          7,
          "REMOVE_DIRECTORY",
          Codec.of(
              RemoveDirectoryRequest.class,
              RemoveDirectoryRequest::write,
              RemoveDirectoryRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    out.inodeOrNone(expected);
  }

  static RemoveDirectoryRequest read(WireReader in) {
    return new RemoveDirectoryRequest(
        in.inode(), in.partition(), in.caller(), in.sequence(), in.name(), in.inodeOrNone());
  }
}
