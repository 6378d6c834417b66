package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Sends the outcome of the transaction to the owner of a prepared directory.
 *
 * @param partition always the zeroth
 * @param committed whether its entry exists; otherwise the directory is deleted
 */
public record SettleDirectoryRequest(
    InodeId directory, PartitionIndex partition, long transaction, boolean committed)
    implements PartitionRequest<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          65,
          "SETTLE_DIRECTORY",
          Codec.of(
              SettleDirectoryRequest.class,
              SettleDirectoryRequest::write,
              SettleDirectoryRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).flag(committed);
  }

  static SettleDirectoryRequest read(WireReader in) {
    return new SettleDirectoryRequest(in.inode(), in.partition(), in.int64(), in.flag());
  }
}
