package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.FACTS;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result.Empty;

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
  static final Codec<CorrectCopyRequest> CODEC =
      Codec.of(CorrectCopyRequest.class, HEAD, INT64, FACTS);

  public static final Opcode<Empty> OPCODE = Opcode.of(99, "CORRECT_COPY", CODEC, Empty.CODEC);
}
