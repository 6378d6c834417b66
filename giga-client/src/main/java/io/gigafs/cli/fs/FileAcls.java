package io.gigafs.cli.fs;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.acl.Acl;
import io.gigafs.cli.acl.AclXattr;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Xattr;
import io.gigafs.protocol.XattrMode;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The access control lists of a file.
 *
 * @param access the access list; equivalent to the permission bits if the file has none
 * @param inherited the default list of a directory, or null
 */
record FileAcls(Acl access, @Nullable Acl inherited) {
  /** Reads them. */
  static CompletableFuture<FileAcls> of(
      AsyncGigaClient client, GigaPath path, FileAttributes attributes) {
    CompletableFuture<Optional<Acl>> access = get(client, path, AclXattr.ACCESS);
    CompletableFuture<Optional<Acl>> inherited =
        attributes.isDirectory()
            ? get(client, path, AclXattr.DEFAULT)
            : CompletableFuture.completedFuture(Optional.empty());
    return access.thenCombine(
        inherited,
        (its, passedOn) ->
            new FileAcls(
                its.orElseGet(() -> Acl.ofMode(attributes.mode())), passedOn.orElse(null)));
  }

  /** Sets the lists of a file; lists that do not change are not written. */
  CompletableFuture<Void> set(AsyncGigaClient client, GigaPath path, FileAcls old) {
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    if (!access.equals(old.access)) {
      done = set(client, path, AclXattr.ACCESS, access);
    }
    Acl passedOn = inherited;
    if (passedOn != null && !passedOn.equals(old.inherited)) {
      done = done.thenCompose(nothing -> set(client, path, AclXattr.DEFAULT, passedOn));
    } else if (passedOn == null && old.inherited != null) {
      done = done.thenCompose(nothing -> client.removeXattr(path, AclXattr.DEFAULT, Follow.YES));
    }
    return done;
  }

  private static CompletableFuture<Void> set(
      AsyncGigaClient client, GigaPath path, String name, Acl acl) {
    return client.setXattr(path, new Xattr(name, AclXattr.encode(acl)), XattrMode.SET, Follow.YES);
  }

  private static CompletableFuture<Optional<Acl>> get(
      AsyncGigaClient client, GigaPath path, String name) {
    return client
        .getXattr(path, name, Follow.YES)
        .handle(
            (value, thrown) -> {
              if (thrown == null) {
                return Optional.of(AclXattr.decode(value));
              }
              Throwable cause = ErrorText.unwrap(thrown);
              if (cause instanceof GigaException e && e.code() == ErrorCode.ENODATA) {
                return Optional.empty();
              }
              throw new CompletionException(cause);
            });
  }
}
