package io.gigafs.fuse;

import io.gigafs.client.Xattrs;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Converts extended attributes, access control lists among them, to and from Linux's form. */
final class FileXattrs {
  private FileXattrs() {}

  static int get(Xattrs of, byte[] name, ByteBuffer into) throws GigaException {
    return put(ErrnoMapper.await(of.get(text(name))), into);
  }

  static int list(Xattrs of, ByteBuffer into) throws GigaException {
    int start = into.position();
    for (Xattr xattr : ErrnoMapper.await(of.list())) {
      put(xattr.name().getBytes(StandardCharsets.UTF_8), into);
      put(new byte[1], into);
    }
    return into.position() - start;
  }

  static void set(Xattrs of, byte[] name, byte[] value, int flags) throws GigaException {
    XattrMode mode =
        switch (flags) {
          case 0 -> XattrMode.SET;
          case 1 -> XattrMode.CREATE;
          case 2 -> XattrMode.REPLACE;
          default -> throw ErrorCode.EINVAL.exception("setxattr with flags " + flags);
        };
    ErrnoMapper.await(of.set(new Xattr(text(name), value), mode));
  }

  static void remove(Xattrs of, byte[] name) throws GigaException {
    ErrnoMapper.await(of.remove(text(name)));
  }

  private static int put(byte[] bytes, ByteBuffer into) throws GigaException {
    if (bytes.length > into.remaining()) {
      throw ErrorCode.ERANGE.exception(bytes.length + " bytes of extended attributes");
    }
    into.put(bytes);
    return bytes.length;
  }

  private static String text(byte[] name) throws GigaException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
    } catch (CharacterCodingException e) {
      GigaException failure =
          ErrorCode.EOPNOTSUPP.exception("names of extended attributes are UTF-8");
      failure.initCause(e);
      throw failure;
    }
  }
}
