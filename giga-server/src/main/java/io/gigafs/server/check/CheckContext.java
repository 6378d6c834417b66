package io.gigafs.server.check;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Clock;
import io.gigafs.server.lane.Lanes;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.membership.Messenger;
import io.gigafs.tablefs.Store;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What checks need of their server. Futures that it gives complete in the background.
 *
 * @param background runs scans, a short one at a time
 * @param receiving whether rows of a directory may be coming in from another server just now
 */
public record CheckContext(
    CurrentView view,
    Store store,
    Lanes lanes,
    Messenger messenger,
    Executor background,
    Clock clock,
    Predicate<InodeId> receiving) {
  private static final long ASK_NANOS = 10_000_000_000L;

  /** Whether a slot's partitions may be in two places just now. */
  boolean isMoving(int slot) {
    return view.get().moveOf(slot).isPresent();
  }

  /** Looks at something in a turn of a slot's lane. */
  <T> CompletableFuture<T> inTurn(int slot, Function<Turn, T> look) {
    CompletableFuture<T> looked = new CompletableFuture<>();
    lanes
        .of(slot)
        .submit(
            turn -> {
              try {
                T seen = look.apply(turn);
                background.execute(() -> looked.complete(seen));
              } catch (RuntimeException e) {
                background.execute(() -> looked.completeExceptionally(e));
              }
            });
    return looked;
  }

  /** Asks the holder of a partition. */
  <R extends Result> CompletableFuture<Answer<R>> ask(PartitionRequest<R> request) {
    return inBackground(messenger.ask(request, clock.nanos() + ASK_NANOS));
  }

  /** Asks the holder of a slot. */
  <R extends Result> CompletableFuture<Answer<R>> askSlot(int slot, Request<R> request) {
    return inBackground(messenger.askSlot(slot, request, clock.nanos() + ASK_NANOS));
  }

  private <T> CompletableFuture<T> inBackground(CompletableFuture<T> future) {
    return future.thenApplyAsync(value -> value, background);
  }
}
