package io.gigafs.cli.fs.xattr;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.acl.AclXattrCodec;
import io.gigafs.cli.acl.EditedAcl;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
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
record FileAclPair(EditedAcl access, @Nullable EditedAcl inherited) {
  /** Reads them. */
  static CompletableFuture<FileAclPair> of(
      AsyncGigaClient client, GigaPath path, FileAttributes attributes) {
    CompletableFuture<Optional<EditedAcl>> access = get(client, path, AclXattrCodec.ACCESS);
    CompletableFuture<Optional<EditedAcl>> inherited =
        attributes.isDirectory()
            ? get(client, path, AclXattrCodec.DEFAULT)
            : CompletableFuture.completedFuture(Optional.empty());
    return access.thenCombine(
        inherited,
        (its, passedOn) ->
            new FileAclPair(
                its.orElseGet(() -> EditedAcl.ofMode(attributes.mode())), passedOn.orElse(null)));
  }

  /** Sets the lists of a file; lists that do not change are not written. */
  CompletableFuture<Void> set(AsyncGigaClient client, GigaPath path, FileAclPair old) {
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    if (!access.equals(old.access)) {
      done = set(client, path, AclXattrCodec.ACCESS, access);
    }
    EditedAcl passedOn = inherited;
    if (passedOn != null && !passedOn.equals(old.inherited)) {
      done = done.thenCompose(nothing -> set(client, path, AclXattrCodec.DEFAULT, passedOn));
    } else if (passedOn == null && old.inherited != null) {
      done =
          done.thenCompose(nothing -> client.removeXattr(path, AclXattrCodec.DEFAULT, Follow.YES));
    }
    return done;
  }

  private static CompletableFuture<Void> set(
      AsyncGigaClient client, GigaPath path, String name, EditedAcl acl) {
    return client.setXattr(
        path, new Xattr(name, AclXattrCodec.encode(acl)), XattrMode.SET, Follow.YES);
  }

  private static CompletableFuture<Optional<EditedAcl>> get(
      AsyncGigaClient client, GigaPath path, String name) {
    return client
        .getXattr(path, name, Follow.YES)
        .handle(
            (value, thrown) -> {
              if (thrown == null) {
                return Optional.of(AclXattrCodec.decode(value));
              }
              Throwable cause = ErrorText.unwrap(thrown);
              if (cause instanceof GigaException e && e.code() == ErrorCode.ENODATA) {
                return Optional.empty();
              }
              throw new CompletionException(cause);
            });
  }
}
