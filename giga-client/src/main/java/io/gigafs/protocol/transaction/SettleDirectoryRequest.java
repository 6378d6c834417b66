package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result.Empty;

/**
 * Sends the outcome of the transaction to the owner of a prepared directory.
 *
 * @param partition always the zeroth
 * @param committed whether its entry exists; otherwise the directory is deleted
 */
public record SettleDirectoryRequest(
    InodeId directory, PartitionIndex partition, long transaction, boolean committed)
    implements PartitionRequest<Empty> {
  static final Codec<SettleDirectoryRequest> CODEC =
      Codec.of(SettleDirectoryRequest.class, HEAD, INT64, FLAG);

  public static final Opcode<Empty> OPCODE = Opcode.of(65, "SETTLE_DIRECTORY", CODEC, Empty.CODEC);
}
