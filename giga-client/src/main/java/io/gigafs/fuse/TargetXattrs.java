package io.gigafs.fuse;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.Target;
import io.gigafs.client.Xattrs;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Extended attributes of the file that a target leads to; those of a symbolic link itself.
 *
 * @param client acts for the caller
 */
record TargetXattrs(AsyncGigaClient client, Target target) implements Xattrs {
  @Override
  public CompletableFuture<byte[]> get(String name) {
    return client.getXattr(target, name, Follow.NO);
  }

  @Override
  public CompletableFuture<List<Xattr>> list() {
    return client.listXattrs(target, Follow.NO);
  }

  @Override
  public CompletableFuture<Void> set(Xattr xattr, XattrMode mode) {
    return client.setXattr(target, xattr, mode, Follow.NO);
  }

  @Override
  public CompletableFuture<Void> remove(String name) {
    return client.removeXattr(target, name, Follow.NO);
  }
}
