package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.FACTS;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.TIME;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result.Empty;

/**
 * Recreates a partition whose header was lost, with its remaining entries. Does nothing if there is
 * a header.
 *
 * @param map the union of the maps of all partitions of the directory and this one
 * @param owner the partition's copy of the directory's attributes
 */
public record RestorePartitionRequest(
    InodeId directory,
    PartitionIndex partition,
    PartitionMap map,
    DirectoryFacts owner,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos)
    implements PartitionRequest<Empty> {
  static final Codec<RestorePartitionRequest> CODEC =
      Codec.of(RestorePartitionRequest.class, HEAD, MAP, FACTS, TIME, TIME, TIME);

  public static final Opcode<Empty> OPCODE =
      Opcode.of(100, "RESTORE_PARTITION", CODEC, Empty.CODEC);
}
