package io.gigafs.client.entry;

import io.gigafs.client.DirectoryTarget.DirectoryInode;
import io.gigafs.client.FlushScope;
import io.gigafs.client.Follow;
import io.gigafs.client.lookup.NameLookup;
import io.gigafs.client.lookup.OperationResolver;
import io.gigafs.client.lookup.Resolution;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.lookup.StalePath;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.namespace.LookupResult;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An operation on the entry that a target names: resolves the target, then sends the request to the
 * partition of the last name. Used by one thread at a time.
 *
 * <p>For a name that only refers elsewhere the server answers ELOOP. The name is then looked up: a
 * symbolic link is followed, unless the operation applies to the link itself; a linked file is
 * requested at its inode record.
 *
 * @param <R> what the server's result holds
 * @param <T> what the caller gets
 */
public abstract class NameOperation<R extends Result, T> extends PartitionCall<R>
    implements Resolution {
  private final ClientContext context;
  private final ClientOperation<T> operation;
  private final PathUse use;
  private final Follow follow;
  private final StalePath stale;
  private @Nullable ResolvedPath place;
  private @Nullable DirectoryKey asked;
  private int inodeRecordMisses;

  public NameOperation(
      ClientContext context, ClientOperation<T> operation, PathUse use, Follow follow) {
    super(context, operation);
    this.context = context;
    this.operation = operation;
    this.use = use;
    this.follow = follow;
    this.stale = new StalePath(operation);
  }

  @Override
  protected final ClientContext context() {
    return context;
  }

  /** Starts, or starts over. */
  public final void begin() {
    OperationResolver.resolve(context(), operation, operation.target(), use, this);
  }

  @Override
  public final void resolved(ResolvedPath found) {
    place = found;
    located(found);
  }

  /** The target is resolved; by default sends the request for its name. */
  public void located(ResolvedPath found) {
    ask(found.key());
  }

  /** Sends the request for a name: the target's, or that of a linked file's inode record. */
  protected void ask(DirectoryKey key) {
    asked = key;
    start(key.parent(), key.name().hash());
  }

  /** By default it is read-only. */
  @Override
  protected FlushScope.Extent flushedFirst() {
    return FlushScope.Extent.NAME;
  }

  @Override
  public final void unresolved(GigaException failure) {
    failOrResolveAnew(failure);
  }

  @Override
  protected void failed(GigaException failure) {
    if (asked != null) {
      context().attributeCache().met(asked);
    }
    if (failure.code() == ErrorCode.ELOOP) {
      askElsewhere();
    } else if (failure.code() == ErrorCode.ENOENT && operation.target() instanceof DirectoryInode) {
      // It has another name by now.
      failOrResolveAnew(operation.failure(ErrorCode.ESTALE, ""));
    } else if (failure.code() == ErrorCode.ESTALE && isAskedAtInodeRecord()) {
      beginAnewLater();
    } else {
      failOrResolveAnew(failure);
    }
  }

  /** Whether the request went to the inode record of a linked file. */
  private boolean isAskedAtInodeRecord() {
    return asked != null && place != null && !asked.equals(place.key());
  }

  /**
   * The inode record that a name refers to is missing: the name is about to be removed, or the
   * record has to be sent to a crashed server again. That ends soon. Until then the operation must
   * not report that the name does not exist.
   */
  protected final void beginAnewLater() {
    inodeRecordMisses++;
    long delayMillis = context().pauseMillis(inodeRecordMisses);
    long end = context().clock().nanos() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
    if (operation.deadlineNanos() - end <= 0) {
      operation.fail(
          operation.failure(
              ErrorCode.EIO,
              "the file is not where its name says: check the cluster with giga fsck"));
    } else {
      context().pauses().after(delayMillis, this::begin);
    }
  }

  /** Looks up the requested name, which only refers elsewhere, and sends the request there. */
  protected final void askElsewhere() {
    new WhereTo(context(), operation).lookUp(key());
  }

  final void failOrResolveAnew(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }

  protected final void complete(@Nullable T value) {
    operation.complete(value);
  }

  protected final Follow follow() {
    return follow;
  }

  /** Where the target leads. */
  protected final ResolvedPath place() {
    if (place == null) {
      throw new IllegalStateException("the path is not resolved");
    }
    return place;
  }

  /** The inode that the target has to lead to; null for any. */
  protected final @Nullable InodeId expected() {
    return operation.target().expected();
  }

  /** Whether the target leads to another file than it has to. */
  final boolean isOther(FileAttributes found) {
    InodeId inode = expected();
    return inode != null && !inode.equals(found.inode());
  }

  /** The directory and name of the request. */
  final DirectoryKey key() {
    if (asked == null) {
      throw new IllegalStateException("nothing was asked for");
    }
    return asked;
  }

  /** The name of the request. */
  protected final Name name() {
    return key().name();
  }

  /** Looks up a name that refers elsewhere. */
  private final class WhereTo extends NameLookup {
    WhereTo(ClientContext context, ClientOperation<?> operation) {
      super(context, operation, operation.target());
    }

    /** Only a link's target has to be read from the inode record. */
    @Override
    protected boolean goesOn(FileType type) {
      return type == FileType.SYMLINK && follow == Follow.YES;
    }

    @Override
    protected void found(LookupResult result) {
      FileAttributes attributes = result.attributes();
      if (isOther(attributes)) {
        failOrResolveAnew(operation.failure(ErrorCode.ESTALE, ""));
      } else if (attributes.type() == FileType.SYMLINK && follow == Follow.YES) {
        place().resolver().follow(result.target());
      } else if (result.isElsewhere()) {
        ask(new DirectoryKey(attributes.inode(), InodeId.FILE_NAME));
      } else {
        located(place());
      }
    }

    @Override
    protected void failed(GigaException failure) {
      failOrResolveAnew(failure);
    }
  }
}
