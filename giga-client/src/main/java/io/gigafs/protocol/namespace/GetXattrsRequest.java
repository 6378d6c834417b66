package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.NAME_HEAD;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.listOf;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.FileRequest;
import io.gigafs.protocol.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads extended attributes of a name: getxattr(2) and listxattr(2).
 *
 * @param follows if true, a symbolic link is answered with ELOOP instead of being acted on itself
 * @param xattr the attribute to read; null for all that the caller may see
 * @param expected the inode that the name must resolve to, otherwise nothing is done and the answer
 *     is ESTALE; null for any
 */
public record GetXattrsRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Name name,
    boolean follows,
    @Nullable String xattr,
    @Nullable InodeId expected)
    implements FileRequest<GetXattrsRequest.XattrsResult> {
  static final Codec<GetXattrsRequest> CODEC =
      Codec.of(GetXattrsRequest.class, NAME_HEAD, FLAG, optional(TEXT), INODE_OR_NONE);

  public static final Opcode<XattrsResult> OPCODE =
      Opcode.of(23, "GET_XATTRS", CODEC, XattrsResult.CODEC);

  /** The extended attributes of a file, in the order of their names as bytes. */
  public record XattrsResult(List<Xattr> xattrs) implements Result {
    public static final Codec<XattrsResult> CODEC =
        Codec.of(XattrsResult.class, listOf(Xattr.CODEC));
  }
}
