package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import org.jspecify.annotations.Nullable;

/**
 * Requests a page of the directory entries in a partition.
 *
 * @param from no entry before this position
 * @param after no entry at {@code from} up to and including this name; null to start with the first
 */
public record SubdirectoriesRequest(
    InodeId directory, PartitionIndex partition, Position from, @Nullable Name after)
    implements PartitionRequest<SubdirectoriesResult> {
  static final Codec<SubdirectoriesRequest> CODEC =
      Codec.of(SubdirectoriesRequest.class, HEAD, POSITION, NAME_OR_NONE);

  public static final Opcode<SubdirectoriesResult> OPCODE =
      Opcode.of(97, "SUBDIRECTORIES", CODEC, SubdirectoriesResult.CODEC);
}
