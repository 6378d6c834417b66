package io.gigafs.protocol.transaction;

import io.gigafs.index.Name;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Asks the owner of a slot to create the zeroth partition of a new directory, which stays prepared
 * until it is settled or first used. Repeating it with the same transaction returns the same
 * directory.
 *
 * @param slot the new directory's zeroth slot
 * @param name the entry's name
 * @param owner the partition's copy of the directory's attributes
 */
public record PrepareDirectoryRequest(
    int slot, long transaction, Name name, DirectoryFacts owner, long timeNanos)
    implements Request<PrepareDirectoryResult> {
  public static final Opcode<PrepareDirectoryResult> OPCODE =
      Opcode.of(
          64,
          "PREPARE_DIRECTORY",
          Codec.of(
              PrepareDirectoryRequest.class,
              PrepareDirectoryRequest::write,
              PrepareDirectoryRequest::read),
          PrepareDirectoryResult.CODEC);

  @Override
  public Opcode<PrepareDirectoryResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.count(slot).int64(transaction).name(name);
    owner.write(out);
    out.int64(timeNanos);
  }

  static PrepareDirectoryRequest read(WireReader in) {
    return new PrepareDirectoryRequest(
        in.count(), in.int64(), in.name(), DirectoryFacts.read(in), in.int64());
  }
}
