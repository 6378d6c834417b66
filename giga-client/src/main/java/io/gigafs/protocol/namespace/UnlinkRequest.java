package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.MUTATION_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Removes a name that is not a directory. Requires write and search permission on the directory,
 * and ownership if it is sticky.
 *
 * @param file the inode that the name must refer to, otherwise nothing is done; null for any
 */
public record UnlinkRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    @Nullable InodeId file)
    implements Mutation<Empty> {
  static final Codec<UnlinkRequest> CODEC =
      Codec.of(UnlinkRequest.class, MUTATION_HEAD, INODE_OR_NONE)
          .byHand(UnlinkRequest::write, UnlinkRequest::read);

  public static final Opcode<Empty> OPCODE = Opcode.of(6, "UNLINK", CODEC, Empty.CODEC);

  /** Removes the name, whatever it refers to. */
  public UnlinkRequest(
      InodeId directory, PartitionIndex partition, Caller caller, Sequence sequence, Name name) {
    this(directory, partition, caller, sequence, name, null);
  }

  @Override
  public long content() {
    return file == null ? 0 : file.value();
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    out.inodeOrNone(file);
  }

  static UnlinkRequest read(WireReader in) {
    return new UnlinkRequest(
        in.inode(), in.partition(), in.caller(), in.sequence(), in.name(), in.inodeOrNone());
  }
}
