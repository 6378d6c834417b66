package io.gigafs.cli.fs.list;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.acl.AclXattrCodec;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Queries details for long listings: targets of links, and whether files have lists. */
final class LongDetails {
  private final AsyncGigaClient client;

  LongDetails(GigaClient client) {
    this.client = client.async();
  }

  /** The path of an item, for requests. */
  interface PathOf {
    GigaPath path(LsItem item);
  }

  /** The items with their details, which are queried in parallel. */
  List<LsItem> of(List<LsItem> items, PathOf paths) {
    List<CompletableFuture<LsItem>> asked = new ArrayList<>();
    for (LsItem item : items) {
      asked.add(ask(item, paths.path(item)));
    }
    List<LsItem> detailed = new ArrayList<>();
    asked.forEach(answer -> detailed.add(answer.join()));
    return detailed;
  }

  private CompletableFuture<LsItem> ask(LsItem item, GigaPath path) {
    if (item.type() == FileType.SYMLINK) {
      return client
          .readLink(path)
          .handle(
              (target, thrown) ->
                  thrown == null
                      ? item.with(ByteText.decode(target), false)
                      : withoutDetails(item, thrown));
    }
    CompletableFuture<Boolean> limited = has(path, AclXattrCodec.ACCESS);
    CompletableFuture<Boolean> passedOn =
        item.type() == FileType.DIRECTORY
            ? has(path, AclXattrCodec.DEFAULT)
            : CompletableFuture.completedFuture(false);
    return limited.thenCombine(passedOn, (one, other) -> item.with(null, one || other));
  }

  private CompletableFuture<Boolean> has(GigaPath path, String list) {
    return client
        .getXattr(path, list, Follow.YES)
        .handle((value, thrown) -> thrown == null || forgiven(thrown));
  }

  private static LsItem withoutDetails(LsItem item, Throwable thrown) {
    forgiven(thrown);
    return item;
  }

  /** Treats a file that has none, or is gone or inaccessible, as one without details. */
  private static boolean forgiven(Throwable thrown) {
    Throwable cause = ErrorText.unwrap(thrown);
    if (cause instanceof GigaException e && isForgiven(e.code())) {
      return false;
    }
    throw new CompletionException(cause);
  }

  private static boolean isForgiven(ErrorCode code) {
    return switch (code) {
      case ENODATA, EOPNOTSUPP, ENOENT, EACCES, EINVAL, ELOOP, ENOTDIR -> true;
      default -> false;
    };
  }
}
