package io.gigafs.client;

import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The extended attributes of one file, for one caller. Safe for use by several threads. */
public interface Xattrs {
  /** The value; ENODATA if there is none. */
  CompletableFuture<byte[]> get(String name);

  /** All attributes that the caller may see, sorted by name. */
  CompletableFuture<List<Xattr>> list();

  CompletableFuture<Void> set(Xattr xattr, XattrMode mode);

  /** ENODATA if there is none. */
  CompletableFuture<Void> remove(String name);
}
