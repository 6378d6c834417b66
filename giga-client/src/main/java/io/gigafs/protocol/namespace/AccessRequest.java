package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.NAME_HEAD;
import static io.gigafs.protocol.Elements.VARINT;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.FileRequest;
import io.gigafs.protocol.Result.Empty;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the caller has permissions on a name: access(2).
 *
 * @param wanted 4 to read, 2 to write, 1 to execute or search, OR-ed
 * @param follows if true, a symbolic link is answered with ELOOP instead of being acted on itself
 * @param expected the inode that the name must resolve to, otherwise nothing is done and the answer
 *     is ESTALE; null for any
 */
public record AccessRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Name name,
    int wanted,
    boolean follows,
    @Nullable InodeId expected)
    implements FileRequest<Empty> {
  static final Codec<AccessRequest> CODEC =
      Codec.of(AccessRequest.class, NAME_HEAD, VARINT, FLAG, INODE_OR_NONE);

  public static final Opcode<Empty> OPCODE = Opcode.of(34, "ACCESS", CODEC, Empty.CODEC);
}
