package io.gigafs.client.entry;

import io.gigafs.client.FlushScope;
import io.gigafs.client.Follow;
import io.gigafs.client.lease.OwnChange;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.SequenceTracker;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation that changes an entry, at most once however often it is retried. Used by one thread
 * at a time.
 *
 * <p>It has a sequence number from the resolution of its targets until it is answered or abandoned.
 * If the server answers that a directory is gone, or that the name is a link to follow, nothing was
 * done, and the next attempt gets another number.
 *
 * @param <R> what the server's result holds
 * @param <T> what the caller gets
 */
public abstract class MutationOperation<R extends Result, T> extends NameOperation<R, T>
    implements SequenceTracker.Numbered {
  private DirectoryKey target = new DirectoryKey(InodeId.SUPER_ROOT, InodeId.ROOT_NAME);
  private long number;
  private @Nullable OwnChange change;

  public MutationOperation(
      ClientContext context, ClientOperation<T> operation, PathUse use, Follow follow) {
    super(context, operation, use, follow);
  }

  protected abstract Request<R> request(
      InodeId directory, PartitionIndex partition, Sequence sequence);

  protected abstract void succeeded(R result);

  /** The changed entries that may be directories with leases, once its targets are resolved. */
  List<DirectoryKey> leasesGivenUp() {
    return List.of();
  }

  /** The names that it may change, including those that are not directories. */
  public List<DirectoryKey> changedNames() {
    return List.of(target);
  }

  /** The change, which has ended when the operation succeeded; null if not needed. */
  protected final @Nullable OwnChange change() {
    return change;
  }

  /** The sequence number while it has one; 0 otherwise. */
  final long number() {
    return number;
  }

  /** A change is ordered after earlier changes of the whole directory. */
  @Override
  protected FlushScope.Extent flushedFirst() {
    return FlushScope.Extent.DIRECTORY;
  }

  @Override
  protected final void ask(DirectoryKey key) {
    target = key;
    context().sequences().begin(1, this);
  }

  @Override
  public final void numbered(long first) {
    number = first;
    change = OwnChange.begin(context(), changedNames(), leasesGivenUp());
    super.ask(target);
  }

  @Override
  protected final Request<R> request(InodeId directory, PartitionIndex partition) {
    return request(directory, partition, new Sequence(number, context().sequences().confirmed()));
  }

  @Override
  protected void done(R result) {
    end();
    succeeded(result);
  }

  @Override
  protected void failed(GigaException failure) {
    if (number != 0 && failure.code() == ErrorCode.ETIMEDOUT) {
      context().delegations().markOutcomeUnknown(context().clock().nanos());
    }
    end();
    super.failed(failure);
  }

  private void end() {
    if (number != 0) {
      long finished = number;
      number = 0;
      if (change != null) {
        change.end();
      }
      context().sequences().finish(finished, 1);
    }
  }
}
