package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileRequest;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
    implements FileRequest<XattrsResult> {
  public static final Opcode<XattrsResult> OPCODE =
      Opcode.of(
          23,
          "GET_XATTRS",
          Codec.of(GetXattrsRequest.class, GetXattrsRequest::write, GetXattrsRequest::read),
          XattrsResult.CODEC);

  @Override
  public Opcode<XattrsResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name).flag(follows);
    out.flag(xattr != null);
    if (xattr != null) {
      out.text(xattr);
    }
    out.inodeOrNone(expected);
  }

  static GetXattrsRequest read(WireReader in) {
    return new GetXattrsRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.name(),
        in.flag(),
        in.flag() ? in.text() : null,
        in.inodeOrNone());
  }
}
