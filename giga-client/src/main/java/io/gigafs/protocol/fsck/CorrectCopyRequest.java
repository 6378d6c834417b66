package io.gigafs.protocol.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Corrects a partition's copy of attributes in the entry of its directory. The sender holds the
 * lock on the directory's name.
 *
 * @param transaction the sender's transaction
 * @param owner the correct directory attributes
 */
public record CorrectCopyRequest(
    InodeId directory, PartitionIndex partition, long transaction, DirectoryFacts owner)
    implements PartitionRequest<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          99,
          "CORRECT_COPY",
          Codec.of(CorrectCopyRequest.class, CorrectCopyRequest::write, CorrectCopyRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction);
    owner.write(out);
  }

  static CorrectCopyRequest read(WireReader in) {
    return new CorrectCopyRequest(in.inode(), in.partition(), in.int64(), DirectoryFacts.read(in));
  }
}
