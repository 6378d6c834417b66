package io.gigafs.cli.adopt;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Idempotent requests to the cluster: a repetition finds what an earlier run created. Safe for use
 * by several threads.
 */
final class Requests {
  /** Denies access to incomplete directories. */
  private static final int CLOSED_MODE = 0700;

  private final AsyncGigaClient client;

  Requests(AsyncGigaClient client) {
    this.client = client;
  }

  /** Creates a directory, or finds it; returns its attributes. */
  CompletableFuture<FileAttributes> makeDirectory(GigaPath path) {
    return client
        .makeDirectory(path, CLOSED_MODE)
        .exceptionallyCompose(
            thrown ->
                ErrorText.isError(thrown, ErrorCode.EEXIST)
                    ? client.stat(path, Follow.NO).thenApply(found -> directory(path, found))
                    : CompletableFuture.failedFuture(thrown));
  }

  private static FileAttributes directory(GigaPath path, FileAttributes found) {
    if (!found.isDirectory()) {
      throw other(path);
    }
    return found;
  }

  /** Creates a symbolic link, or finds it, and sets its attributes. */
  CompletableFuture<Void> makeLink(GigaPath path, byte[] target, AttributeChange restoring) {
    return unlessThere(
            client.symlink(target, path),
            () -> client.readLink(path).thenAccept(found -> checkTarget(path, target, found)))
        .thenCompose(there -> setAttributes(path, restoring));
  }

  private static void checkTarget(GigaPath path, byte[] wanted, byte[] found) {
    if (!Arrays.equals(wanted, found)) {
      throw other(path);
    }
  }

  /** Adds a name to a file, or finds that it has it. */
  CompletableFuture<Void> link(GigaPath existing, GigaPath path) {
    return unlessThere(
        client.link(existing, path, Follow.NO),
        () ->
            client
                .stat(existing, Follow.NO)
                .thenAcceptBoth(
                    client.stat(path, Follow.NO), (one, two) -> checkSame(path, one, two)));
  }

  private static void checkSame(GigaPath path, FileAttributes one, FileAttributes two) {
    if (!one.inode().equals(two.inode())) {
      throw other(path);
    }
  }

  /** Runs a check instead if the entry exists already. */
  private static CompletableFuture<Void> unlessThere(
      CompletableFuture<?> made, Supplier<CompletableFuture<Void>> check) {
    return made.<Void>thenApply(done -> null)
        .exceptionallyCompose(
            thrown ->
                ErrorText.isError(thrown, ErrorCode.EEXIST)
                    ? check.get()
                    : CompletableFuture.failedFuture(thrown));
  }

  /** Checks that a file has several names already, as an earlier run left it. */
  CompletableFuture<Void> checkLinked(GigaPath path) {
    return client
        .stat(path, Follow.NO)
        .thenAccept(
            found -> {
              if (found.isDirectory() || found.links() < 2) {
                throw other(path);
              }
            });
  }

  /** Sets extended attributes, one after the other. */
  CompletableFuture<Void> setXattrs(GigaPath path, List<Xattr> xattrs) {
    CompletableFuture<Void> set = CompletableFuture.completedFuture(null);
    for (Xattr xattr : xattrs) {
      set = set.thenCompose(before -> client.setXattr(path, xattr, XattrMode.SET, Follow.NO));
    }
    return set;
  }

  /** Sets the final attributes. */
  CompletableFuture<Void> setAttributes(GigaPath path, AttributeChange change) {
    return client.setAttributes(path, change, Follow.NO).thenApply(set -> null);
  }

  /** The failure if another file has the path. */
  static UncheckedIOException other(GigaPath path) {
    return new UncheckedIOException(
        ErrorCode.EEXIST.exception(path + " already exists as a different file"));
  }
}
