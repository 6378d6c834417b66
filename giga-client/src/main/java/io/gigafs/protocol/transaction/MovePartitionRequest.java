package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.TIME;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest.UpdatePartitionResult;

/**
 * Updates a partition's knowledge of where its directory's entry is. It is sent by a transaction
 * that holds the lock on the entry, so any other transaction on the directory is over. Idempotent.
 *
 * @param notice distinguishes this update from others, so that one that was delayed in the network
 *     is recognized
 * @param parent the directory that holds the entry
 * @param name of the entry
 * @param changedNanos when the entry was created there, or last changed: the directory's ctime is
 *     no earlier
 */
public record MovePartitionRequest(
    InodeId directory,
    PartitionIndex partition,
    long notice,
    InodeId parent,
    Name name,
    long changedNanos)
    implements PartitionRequest<UpdatePartitionResult> {
  static final Codec<MovePartitionRequest> CODEC =
      Codec.of(MovePartitionRequest.class, HEAD, INT64, INODE, NAME, TIME);

  public static final Opcode<UpdatePartitionResult> OPCODE =
      Opcode.of(80, "MOVE_PARTITION", CODEC, UpdatePartitionResult.CODEC);
}
