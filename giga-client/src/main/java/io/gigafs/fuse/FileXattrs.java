package io.gigafs.fuse;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Xattr;
import io.gigafs.protocol.XattrMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Extended attributes, access control lists among them in the form that Linux gives them. They are
 * the named file's: one that has no name any more shows none.
 */
final class FileXattrs {
  private FileXattrs() {}

  static int get(AsyncGigaClient client, GigaPath path, byte[] name, ByteBuffer into)
      throws GigaException {
    return put(Failures.await(client.getXattr(path, text(name), Follow.NO)), into);
  }

  static int list(AsyncGigaClient client, GigaPath path, ByteBuffer into) throws GigaException {
    int start = into.position();
    for (Xattr xattr : Failures.await(client.listXattrs(path, Follow.NO))) {
      put(xattr.name().getBytes(StandardCharsets.UTF_8), into);
      put(new byte[1], into);
    }
    return into.position() - start;
  }

  static void set(AsyncGigaClient client, GigaPath path, byte[] name, byte[] value, int flags)
      throws GigaException {
    XattrMode mode =
        switch (flags) {
          case 0 -> XattrMode.SET;
          case 1 -> XattrMode.CREATE;
          case 2 -> XattrMode.REPLACE;
          default -> throw ErrorCode.EINVAL.exception("setxattr with flags " + flags);
        };
    Failures.await(client.setXattr(path, new Xattr(text(name), value), mode, Follow.NO));
  }

  static void remove(AsyncGigaClient client, GigaPath path, byte[] name) throws GigaException {
    Failures.await(client.removeXattr(path, text(name), Follow.NO));
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
