package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.Target;
import io.gigafs.client.lookup.OperationResolver;
import io.gigafs.client.lookup.Resolution;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation on two names, sent to the partition of the first. Used by one thread at a time.
 *
 * @param <R> what the server's result holds
 * @param <T> what the caller gets
 */
abstract class PairOperation<R extends Result, T> extends MutationOperation<R, T> {
  private final Target otherPath;
  private final PathUse otherUse;
  private @Nullable ResolvedPath other;

  /**
   * An operation on the name of the operation's target, and on another one.
   *
   * @param use the purpose for which the operation's target is resolved
   * @param follow whether a link at the end of the operation's target is followed; one at the end
   *     of the other target never is
   */
  PairOperation(
      ClientContext context,
      ClientOperation<T> operation,
      PathUse use,
      Follow follow,
      Target otherPath,
      PathUse otherUse) {
    super(context, operation, use, follow);
    this.otherPath = otherPath;
    this.otherUse = otherUse;
  }

  @Override
  public final void located(ResolvedPath found) {
    OperationResolver.resolve(
        context(),
        operation(),
        otherPath,
        otherUse,
        new Resolution() {
          @Override
          public void resolved(ResolvedPath place) {
            other = place;
            locatedBoth(found);
          }

          @Override
          public void unresolved(GigaException failure) {
            failOrResolveAnew(failure);
          }
        });
  }

  @Override
  public final List<DirectoryKey> changedNames() {
    return List.of(place().key(), other().key());
  }

  private void locatedBoth(ResolvedPath first) {
    super.located(first);
  }

  /** Where the other target leads. */
  final ResolvedPath other() {
    if (other == null) {
      throw new IllegalStateException("the other path is not resolved");
    }
    return other;
  }

  /** The partition of the other name, as far as known. */
  final PartitionIndex otherPartition() {
    return context().maps().of(other().parent().id()).indexOf(other().name().hash());
  }
}
