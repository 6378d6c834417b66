package io.gigafs.protocol.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
  public static final Opcode<SubdirectoriesResult> OPCODE =
      Opcode.of(
          97,
          "SUBDIRECTORIES",
          Codec.of(
              SubdirectoriesRequest.class,
              SubdirectoriesRequest::write,
              SubdirectoriesRequest::read),
          SubdirectoriesResult.CODEC);

  @Override
  public Opcode<SubdirectoriesResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).position(from).nameOrNone(after);
  }

  static SubdirectoriesRequest read(WireReader in) {
    return new SubdirectoriesRequest(in.inode(), in.partition(), in.position(), in.nameOrNone());
  }
}
