package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.FLAG;
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
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Creates an empty regular file. Requires write and search permission on the directory.
 *
 * @param mode permission bits (07777), the umask already applied
 * @param exclusive whether an existing file is an error (EEXIST); otherwise its attributes are the
 *     result
 */
public record CreateRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    int mode,
    boolean exclusive)
    implements Mutation<EntryResult> {
  static final Codec<CreateRequest> CODEC =
      Codec.of(CreateRequest.class, MUTATION_HEAD, MODE, FLAG)
          .byHand(CreateRequest::write, CreateRequest::read);

  public static final Opcode<EntryResult> OPCODE = Opcode.of(2, "CREATE", CODEC, EntryResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(mode, exclusive);
  }

  @Override
  public Opcode<EntryResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .caller(caller)
        .sequence(sequence)
        .name(name)
        .mode(mode)
        .flag(exclusive);
  }

  static CreateRequest read(WireReader in) {
    return new CreateRequest(
        in.inode(), in.partition(), in.caller(), in.sequence(), in.name(), in.mode(), in.flag());
  }
}
