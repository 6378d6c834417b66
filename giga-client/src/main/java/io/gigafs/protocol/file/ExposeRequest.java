package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.MUTATION_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.ReadFileRequest.ReadFileResult;
import org.jspecify.annotations.Nullable;

/**
 * Requests the location of a regular file's bytes, for programs that access the volume directly:
 * data path {@code symlink}. From then on size and mtime are those of the object.
 *
 * @param expected the inode that the name must resolve to, otherwise nothing is done and the answer
 *     is ESTALE; null for any
 */
public record ExposeRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    @Nullable InodeId expected)
    implements Mutation<ReadFileResult> {
  static final Codec<ExposeRequest> CODEC =
      Codec.of(ExposeRequest.class, MUTATION_HEAD, INODE_OR_NONE);

  public static final Opcode<ReadFileResult> OPCODE =
      Opcode.of(47, "EXPOSE", CODEC, ReadFileResult.CODEC);
}
