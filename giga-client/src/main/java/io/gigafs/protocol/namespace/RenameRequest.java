package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.MUTATION_HEAD;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.PARTITION;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;

/**
 * Renames a file or directory, by the rules of renameat2(2). Requires write and search permission
 * on both directories.
 *
 * @param toPartition the partition of the new name, according to the client's map
 * @param slash whether the old name has a trailing slash, so that it must be a directory
 * @param toSlash whether the new name has a trailing slash, so that it must become a directory
 */
public record RenameRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    InodeId toDirectory,
    PartitionIndex toPartition,
    Name toName,
    RenameMode mode,
    boolean slash,
    boolean toSlash)
    implements Mutation<Empty> {
  static final Codec<RenameRequest> CODEC =
      Codec.of(
          RenameRequest.class, MUTATION_HEAD, INODE, PARTITION, NAME, RenameMode.CODEC, FLAG, FLAG);

  public static final Opcode<Empty> OPCODE = Opcode.of(19, "RENAME", CODEC, Empty.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(
        RequestDigest.mix(RequestDigest.mix(mode.code(), toDirectory.value()), toName.hash()),
        toSlash);
  }
}
