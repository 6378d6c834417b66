package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;

/**
 * An operation that changes an entry, at most once however often it is sent. Used by one thread at
 * a time.
 *
 * <p>It has a number from when its parent is resolved until it is answered or given up. Should the
 * parent be gone, then the server has said that nothing was done, and the next try has another
 * number.
 *
 * @param <R> what the server's result holds
 * @param <T> what the caller gets
 */
abstract class MutationOperation<R extends Result, T> extends NameOperation<R, T>
    implements SequenceTracker.Numbered {
  private InodeId parent = InodeId.SUPER_ROOT;
  private long number;

  MutationOperation(Core core, Operation<T> operation) {
    super(core, operation);
  }

  abstract Request<R> request(InodeId directory, PartitionIndex partition, Sequence sequence);

  abstract void succeeded(R result);

  /** Whether the entry may be a directory that this client holds a lease on. */
  boolean changesDirectory() {
    return false;
  }

  @Override
  public final void resolved(DirectoryEntry directory) {
    parent = directory.id();
    core().sequences().begin(1, this);
  }

  @Override
  public final void numbered(long first) {
    number = first;
    if (changesDirectory()) {
      core().directories().beginChange(new DirectoryKey(parent, name()));
    }
    start(parent, name().hash());
  }

  @Override
  final Request<R> request(InodeId directory, PartitionIndex partition) {
    return request(directory, partition, new Sequence(number, core().sequences().confirmed()));
  }

  @Override
  final void done(R result) {
    end();
    succeeded(result);
  }

  @Override
  final void failed(GigaException failure) {
    end();
    failOrResolveAnew(failure);
  }

  private void end() {
    if (number != 0) {
      long finished = number;
      number = 0;
      if (changesDirectory()) {
        core().directories().endChange(new DirectoryKey(parent, name()));
      }
      core().sequences().finish(finished, 1);
    }
  }
}
