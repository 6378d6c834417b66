package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FACTS;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.TIME;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;

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
    implements Request<PrepareDirectoryRequest.PrepareDirectoryResult> {
  static final Codec<PrepareDirectoryRequest> CODEC =
      Codec.of(PrepareDirectoryRequest.class, COUNT, INT64, NAME, FACTS, TIME);

  public static final Opcode<PrepareDirectoryResult> OPCODE =
      Opcode.of(64, "PREPARE_DIRECTORY", CODEC, PrepareDirectoryResult.CODEC);

  /** The directory that was created. */
  public record PrepareDirectoryResult(InodeId directory) implements Result {
    public static final Codec<PrepareDirectoryResult> CODEC =
        Codec.of(PrepareDirectoryResult.class, INODE);
  }
}
