package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.MUTATION_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import org.jspecify.annotations.Nullable;

/**
 * Removes an empty directory, split or not. Requires write and search permission on the parent, and
 * ownership if that is sticky.
 *
 * @param expected the inode that the name must resolve to, otherwise nothing is done and the answer
 *     is ESTALE; null for any
 */
public record RemoveDirectoryRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    @Nullable InodeId expected)
    implements Mutation<Empty> {
  static final Codec<RemoveDirectoryRequest> CODEC =
      Codec.of(RemoveDirectoryRequest.class, MUTATION_HEAD, INODE_OR_NONE);

  public static final Opcode<Empty> OPCODE = Opcode.of(7, "REMOVE_DIRECTORY", CODEC, Empty.CODEC);
}
