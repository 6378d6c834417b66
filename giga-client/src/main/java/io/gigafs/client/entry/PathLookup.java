package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.lease.CopyHints;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import org.jspecify.annotations.Nullable;

/**
 * An operation that only looks up what a path leads to. Used by one thread at a time.
 *
 * @param <T> what the caller gets
 */
abstract class PathLookup<T> extends NameOperation<LookupResult, T> {
  PathLookup(ClientContext context, ClientOperation<T> operation, Follow follow) {
    super(context, operation, PathUse.FILE, follow);
  }

  /** The path leads to a directory. */
  abstract void isDirectory(DirectoryEntry directory);

  /** The path leads to something else; for a linked file the result is from its inode record. */
  abstract void isFile(LookupResult result);

  @Override
  public final void located(ResolvedPath found) {
    DirectoryEntry known = found.directory();
    DirectoryEntry directory = known == null ? context().cached(operation(), found.key()) : known;
    if (directory == null) {
      super.located(found);
    } else {
      isDirectory(directory);
    }
  }

  /** Whether it reads a symbolic link, rather than only its attributes. */
  boolean reads() {
    return false;
  }

  @Override
  protected final Request<LookupResult> request(InodeId directory, PartitionIndex partition) {
    return new LookupRequest(
        directory, partition, operation().caller(), name(), false, false, reads(), asksForCopy());
  }

  @Override
  protected final @Nullable ServerInfo copyHolder() {
    CopyHints hints = context().copies();
    return hints.isEmpty()
        ? null
        : hints.choose(key(), context().views().current(), context().clock().nanos());
  }

  @Override
  protected final void lacksCopy() {
    context().copies().forget(key());
  }

  @Override
  protected final void done(LookupResult result) {
    FileType type = result.attributes().type();
    if (!asksForCopy()) {
      context().copies().learn(key(), result.copies(), sentNanos());
    }
    takeIn(result);
    if (isOther(result.attributes())) {
      failOrResolveAnew(operation().failure(ErrorCode.ESTALE, ""));
    } else if (result.isElsewhere()) {
      ask(new DirectoryKey(result.attributes().inode(), InodeId.FILE_NAME));
    } else if (type == FileType.DIRECTORY) {
      isDirectory(DirectoryEntry.of(result));
    } else if (type == FileType.SYMLINK && follow() == Follow.YES) {
      place().resolver().follow(result.target());
    } else {
      isFile(result);
    }
  }

  /** Reading a link may change its access time, which the result does not include. */
  private void takeIn(LookupResult result) {
    if (result.isElsewhere() || reads()) {
      context().attributeCache().met(place().key());
    } else {
      context().attributeCache().met(place().key(), result.attributes());
    }
  }

  final void fail(ErrorCode code) {
    operation().fail(operation().failure(code, ""));
  }
}
