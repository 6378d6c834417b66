package io.gigafs.hadoop;

import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.jspecify.annotations.Nullable;

/** Extended attributes with Hadoop's semantics. */
record HadoopXattrs(GigaClient client) {
  /** The namespace of access control lists, which are attributes on Linux, but not in Hadoop. */
  private static final String OTHER_CALLS = "system.";

  byte[] get(GigaPath path, String name) throws GigaException {
    return client.getXattr(path, name, Follow.YES);
  }

  Map<String, byte[]> all(GigaPath path) throws GigaException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    for (Xattr xattr : client.listXattrs(path, Follow.YES)) {
      if (!xattr.name().startsWith(OTHER_CALLS)) {
        all.put(xattr.name(), xattr.value());
      }
    }
    return all;
  }

  /**
   * Sets an attribute.
   *
   * @param value null for an empty one
   * @param flags whether the attribute may exist, or be missing
   */
  void set(GigaPath path, String name, byte @Nullable [] value, EnumSet<XAttrSetFlag> flags)
      throws GigaException {
    Xattr xattr = new Xattr(name, value == null ? new byte[0] : value);
    client.setXattr(path, xattr, mode(flags), Follow.YES);
  }

  void remove(GigaPath path, String name) throws GigaException {
    client.removeXattr(path, name, Follow.YES);
  }

  private static XattrMode mode(EnumSet<XAttrSetFlag> flags) {
    boolean creates = flags.contains(XAttrSetFlag.CREATE);
    boolean replaces = flags.contains(XAttrSetFlag.REPLACE);
    if (!creates && !replaces) {
      throw new IllegalArgumentException("the flags must allow to create or replace an attribute");
    }
    return creates && replaces ? XattrMode.SET : creates ? XattrMode.CREATE : XattrMode.REPLACE;
  }
}
