package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.MODE;
import static io.gigafs.protocol.Elements.MUTATION_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Creates a directory. Requires write and search permission on the parent.
 *
 * @param mode permission bits (07777), the umask already applied
 */
public record MakeDirectoryRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    int mode)
    implements Mutation<EntryResult> {
  static final Codec<MakeDirectoryRequest> CODEC =
      Codec.of(MakeDirectoryRequest.class, MUTATION_HEAD, MODE)
          .byHand(MakeDirectoryRequest::write, MakeDirectoryRequest::read);

  public static final Opcode<EntryResult> OPCODE =
      Opcode.of(4, "MAKE_DIRECTORY", CODEC, EntryResult.CODEC);

  @Override
  public long content() {
    return mode;
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .caller(caller)
        .sequence(sequence)
        .name(name)
        .mode(mode);
  }

  static MakeDirectoryRequest read(WireReader in) {
    return new MakeDirectoryRequest(
        in.inode(), in.partition(), in.caller(), in.sequence(), in.name(), in.mode());
  }
}
