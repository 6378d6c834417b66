package io.gigafs.client.lease;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.bulk.BulkCreate;
import io.gigafs.client.bulk.BulkWork;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.WriteBehindQueue;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.BulkCreateResult;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Changes of one kind made under a delegation, being flushed to the server.
 *
 * @param <C> the kind
 */
abstract class DelegatedBatch<C extends DelegatedChange>
    implements BulkWork, WriteBehindQueue.Batch {
  private final LeaseContext context;
  private final Delegation delegation;
  private final Key key;
  private final List<C> changes;
  private final NameList names;
  private final AtomicInteger left;
  private final AtomicBoolean isOutcomeUnknown = new AtomicBoolean();
  private final CompletableFuture<Void> acknowledged = new CompletableFuture<>();

  /** The properties that all changes of one request share. */
  record Key(boolean makes, Caller caller, long session) {}

  DelegatedBatch(LeaseContext context, Delegation delegation, Key key, List<C> changes) {
    this.context = context;
    this.delegation = delegation;
    this.key = key;
    this.changes = changes;
    this.names = NameList.of(changes.stream().map(DelegatedChange::name).toList());
    this.left = new AtomicInteger(changes.size());
  }

  /** Completes a change that the server applied or refused. This is the usual end. */
  void ended(C change, @Nullable ErrorCode error, @Nullable Throwable failure) {
    end(change, error == null ? null : refused(change, error, failure));
  }

  /** A change was applied, and the partition remains delegated. */
  void made(C change, PartitionIndex partition, BulkCreateResult result, long sentNanos) {}

  final LeaseContext context() {
    return context;
  }

  final Key key() {
    return key;
  }

  final Delegation delegation() {
    return delegation;
  }

  @Override
  public final CompletableFuture<Void> acknowledged() {
    return acknowledged;
  }

  @Override
  public final void send() {
    ClientOperation<List<BulkOutcome>> operation =
        ClientOperation.internal(context, "change", changes.get(0).target(), key.caller);
    operation.future().whenComplete(this::answered);
    new BulkCreate(context, operation, names, this).begin(delegation.directory());
  }

  /** The names at some indices. */
  final NameList names(int[] places) {
    return places.length == changes.size()
        ? names
        : NameList.of(Arrays.stream(places).mapToObj(this::name).toList());
  }

  private Name name(int place) {
    return names.get(place);
  }

  @Override
  public final boolean reportsWhatWasMade() {
    return true;
  }

  @Override
  public final void answered(
      PartitionIndex partition, int[] places, BulkCreateResult result, long sentNanos) {
    delegation.renewed(result, sentNanos);
    if (result.isDelegated()) {
      for (int i = 0; i < places.length; i++) {
        if (result.outcomes()[i] == 0) {
          made(changes.get(places[i]), partition, result, sentNanos);
        }
      }
    }
  }

  private void answered(@Nullable List<BulkOutcome> outcomes, @Nullable Throwable failure) {
    ErrorCode all = failure instanceof GigaException e ? e.code() : ErrorCode.EIO;
    for (int i = 0; i < changes.size(); i++) {
      ErrorCode error = outcomes == null ? all : outcomes.get(i).error();
      if (error == ErrorCode.ETIMEDOUT) {
        context.delegations().markOutcomeUnknown(context.clock().nanos());
      }
      ended(changes.get(i), error, failure);
    }
  }

  /** The outcome of a change is known. */
  final void end(C change, @Nullable GigaException refused) {
    if (refused != null) {
      isOutcomeUnknown.set(true);
      context.counters().lost.increment();
      context.behind().lost(refused);
    }
    // Before its waiters continue, because they may look the name up.
    delegation.acknowledged(change.name().hash());
    change.settle(refused);
    if (left.decrementAndGet() == 0) {
      delegation.ended(this, isOutcomeUnknown.get());
      acknowledged.complete(null);
    }
  }

  /**
   * The error that callers get for a lost change. A shortage of space keeps its code, because
   * programs react to it. Other codes concern the change, and would be wrong for the caller's
   * current call.
   */
  final GigaException refused(C change, ErrorCode error, @Nullable Throwable failure) {
    boolean isNoRoom = error == ErrorCode.ENOSPC || error == ErrorCode.EDQUOT;
    GigaException refused =
        (isNoRoom ? error : ErrorCode.EIO)
            .exception(
                change.target()
                    + " "
                    + change.what()
                    + ": its server did not apply the change ("
                    + (failure == null ? error.message() : failure.getMessage())
                    + ")");
    if (failure != null) {
      refused.initCause(failure);
    }
    return refused;
  }
}
