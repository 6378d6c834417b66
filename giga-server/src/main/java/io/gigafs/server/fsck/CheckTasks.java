package io.gigafs.server.fsck;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * What checks do on lanes and at other servers. All futures complete in the background.
 *
 * @param background runs scans in short portions
 */
record CheckTasks(ServerContext context, Executor background) {
  private static final long ASK_MILLIS = 10_000;

  /** Whether a slot is moving, so that its partitions may be at two servers. */
  boolean isMoving(int slot) {
    return context.view().get().moveOf(slot).isPresent();
  }

  /** Runs a read-only function on a slot's lane. */
  <T> CompletableFuture<T> inTurn(int slot, Function<CommitBatch, T> look) {
    CompletableFuture<T> looked = new CompletableFuture<>();
    context
        .lanes()
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
    context
        .lanes()
        .of(slot)
        .submit(
            commitBatch -> {
              try {
                Verdict verdict = change.apply(commitBatch);
                commitBatch.afterCommit(() -> background.execute(() -> changed.complete(verdict)));
                commitBatch.onFailure(
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
    commitBatch.onFailure((code, detail) -> exchange.answer(new Answer.Failed<>(code, detail)));
    commitBatch.afterCommit(() -> context.syncs().answer(exchange, Empty.INSTANCE));
  }

  /** Sends a request to the owner of a partition. */
  <R extends Result> CompletableFuture<Answer<R>> ask(PartitionRequest<R> request) {
    return inBackground(context.messenger().ask(request, context.in(ASK_MILLIS)));
  }

  /** Sends a request to the owner of a slot. */
  <R extends Result> CompletableFuture<Answer<R>> askSlot(int slot, Request<R> request) {
    return inBackground(context.messenger().askSlot(slot, request, context.in(ASK_MILLIS)));
  }

  private <T> CompletableFuture<T> inBackground(CompletableFuture<T> future) {
    return future.thenApplyAsync(value -> value, background);
  }
}
