package io.gigafs.server.fsck;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.Messenger;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.migration.Installer;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.GroupSync;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.Store;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The parts of the server that checks use. Its futures complete in the background.
 *
 * @param background runs scans in short portions
 * @param transactions gives each transaction an id that no other of the cluster has, and never 0
 * @param quarantine the directory for rows that cannot be read
 * @param resumer resumes the work of an intent
 */
public record CheckContext(
    CurrentView view,
    Store store,
    Lanes lanes,
    Messenger messenger,
    Executor background,
    Clock clock,
    GroupSync syncs,
    LongSupplier transactions,
    Installer installer,
    OutcomeResolver resolver,
    Path quarantine,
    BiConsumer<Intent, CommitBatch> resumer) {
  private static final long ASK_NANOS = 10_000_000_000L;

  /** Whether a slot is moving, so that its partitions may be at two servers. */
  boolean isMoving(int slot) {
    return view.get().moveOf(slot).isPresent();
  }

  /** Runs a read-only function on a slot's lane. */
  <T> CompletableFuture<T> inTurn(int slot, Function<CommitBatch, T> look) {
    CompletableFuture<T> looked = new CompletableFuture<>();
    lanes
        .of(slot)
        .submit(
            commitBatch -> {
              try {
                T seen = look.apply(commitBatch);
                background.execute(() -> looked.complete(seen));
              } catch (RuntimeException e) {
                background.execute(() -> looked.completeExceptionally(e));
              }
            });
    return looked;
  }

  /**
   * Makes a change on a slot's lane.
   *
   * @param change returns what it did, or why it did nothing
   * @return the verdict, once it is committed
   */
  CompletableFuture<Verdict> change(int slot, Function<CommitBatch, Verdict> change) {
    CompletableFuture<Verdict> changed = new CompletableFuture<>();
    lanes
        .of(slot)
        .submit(
            commitBatch -> {
              try {
                Verdict verdict = change.apply(commitBatch);
                commitBatch.afterCommit(() -> background.execute(() -> changed.complete(verdict)));
                commitBatch.onFailureTell(
                    (code, detail) ->
                        background.execute(
                            () -> changed.complete(new Verdict(Verdict.State.UNREPAIRED, detail))));
              } catch (RuntimeException e) {
                background.execute(() -> changed.completeExceptionally(e));
              }
            });
    return changed;
  }

  /** Answers once the commit batch is committed and durable. */
  void doneWhenDurable(CommitBatch commitBatch, Exchange<Empty> exchange) {
    commitBatch.onFailureTell((code, detail) -> exchange.answer(new Answer.Failed<>(code, detail)));
    commitBatch.afterCommit(() -> syncs.answer(exchange, Empty.INSTANCE));
  }

  /** Sends a request to the owner of a partition. */
  <R extends Result> CompletableFuture<Answer<R>> ask(PartitionRequest<R> request) {
    return inBackground(messenger.ask(request, clock.nanos() + ASK_NANOS));
  }

  /** Sends a request to the owner of a slot. */
  <R extends Result> CompletableFuture<Answer<R>> askSlot(int slot, Request<R> request) {
    return inBackground(messenger.askSlot(slot, request, clock.nanos() + ASK_NANOS));
  }

  private <T> CompletableFuture<T> inBackground(CompletableFuture<T> future) {
    return future.thenApplyAsync(value -> value, background);
  }
}
