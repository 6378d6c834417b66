package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Creates a file that is no directory, by the rules of mknod(2) and symlink(2). An existing name is
 * an error.
 *
 * @param mode permission bits (07777), the umask already applied; ignored for a symbolic link,
 *     whose mode is fixed
 * @param device rdev of a device node, which only the superuser may create; otherwise 0
 * @param target of a symbolic link, 1 to 4,095 bytes; otherwise empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MakeNodeRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileType type,
    int mode,
    long device,
    byte[] target)
    implements Mutation<EntryResult> {
  static final Codec<MakeNodeRequest> CODEC =
      Codec.byHand(MakeNodeRequest.class, MakeNodeRequest::write, MakeNodeRequest::read);

  public static final Opcode<EntryResult> OPCODE =
      Opcode.of(22, "MAKE_NODE", CODEC, EntryResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(
        RequestDigest.mix(RequestDigest.mix(type.code(), mode), device), target);
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    out.typeAndMode(type, mode).varlong(device).bytes(target);
  }

  static MakeNodeRequest read(WireReader in) {
    InodeId directory = in.inode();
    PartitionIndex partition = in.partition();
    Caller caller = in.caller();
    Sequence sequence = in.sequence();
    Name name = in.name();
    int typeAndMode = in.int16();
    return new MakeNodeRequest(
        directory,
        partition,
        caller,
        sequence,
        name,
        FileType.ofCode(typeAndMode >>> WireWriter.MODE_BITS),
        typeAndMode & WireWriter.MODE_MASK,
        in.varlong(),
        in.bytes());
  }
}
