package io.gigafs.fuse;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Xattrs;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.XattrMode;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Extended attributes of the file at a path; those of a symbolic link itself.
 *
 * @param client acts for the caller
 */
record PathXattrs(AsyncGigaClient client, GigaPath path) implements Xattrs {
  @Override
  public CompletableFuture<byte[]> get(String name) {
    return client.getXattr(path, name, Follow.NO);
  }

  @Override
  public CompletableFuture<List<Xattr>> list() {
    return client.listXattrs(path, Follow.NO);
  }

  @Override
  public CompletableFuture<Void> set(Xattr xattr, XattrMode mode) {
    return client.setXattr(path, xattr, mode, Follow.NO);
  }

  @Override
  public CompletableFuture<Void> remove(String name) {
    return client.removeXattr(path, name, Follow.NO);
  }
}
