package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/** Asks a partition for the parent of its directory, even while a transaction is changing it. */
public record ParentRequest(InodeId directory, PartitionIndex partition)
    implements PartitionRequest<ParentRequest.ParentResult> {
  static final Codec<ParentRequest> CODEC = Codec.of(ParentRequest.class, HEAD);

  public static final Opcode<ParentResult> OPCODE =
      Opcode.of(81, "PARENT", CODEC, ParentResult.CODEC);

  /**
   * The parent of a directory.
   *
   * @param quotaDomain the nearest directory on the path to the root, itself included, that has a
   *     quota; null if there is none
   */
  public record ParentResult(InodeId parent, @Nullable InodeId quotaDomain) implements Result {
    public static final Codec<ParentResult> CODEC =
        Codec.of(ParentResult.class, INODE, INODE_OR_NONE);
  }
}
