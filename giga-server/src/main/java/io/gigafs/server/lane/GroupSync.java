package io.gigafs.server.lane;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts what was committed on the disk for many who wait for that, one sync at a time: who asks
 * while one runs shares the next. Safe for use by several threads.
 */
public final class GroupSync {
  private final Store store;
  private final Executor executor;
  private List<Consumer<@Nullable StoreException>> waiting = new ArrayList<>();
  private boolean running;

  /** Syncs the store on the executor's threads, which it blocks. */
  public GroupSync(Store store, Executor executor) {
    this.store = store;
    this.executor = executor;
  }

  /**
   * Tells, on the executor's thread, when all that was committed before this call is on the disk.
   *
   * @param then given null, or why it is not
   */
  public void sync(Consumer<@Nullable StoreException> then) {
    synchronized (this) {
      waiting.add(then);
      if (running) {
        return;
      }
      running = true;
    }
    executor.execute(this::run);
  }

  /** Sends the result when all that was committed before this call is on the disk. */
  public <R extends Result> void answer(Exchange<R> exchange, R result) {
    sync(
        failure ->
            exchange.answer(
                failure == null
                    ? new Answer.Done<>(result)
                    : new Answer.Failed<>(
                        StoreErrors.codeOf(failure), StoreErrors.detailOf(failure))));
  }

  /** The same exchange, whose result is sent only when what it tells of is on the disk. */
  public <R extends Result> Exchange<R> synced(Exchange<R> exchange) {
    return new Exchange<>() {
      @Override
      public void answer(Answer<R> answer) {
        if (answer instanceof Answer.Done<R> done) {
          GroupSync.this.answer(exchange, done.result());
        } else {
          exchange.answer(answer);
        }
      }

      @Override
      public Peer peer() {
        return exchange.peer();
      }

      @Override
      public long deadlineNanos() {
        return exchange.deadlineNanos();
      }
    };
  }

  private void run() {
    List<Consumer<@Nullable StoreException>> served;
    synchronized (this) {
      served = waiting;
      waiting = new ArrayList<>();
    }
    @Nullable StoreException failure = syncStore();
    synchronized (this) {
      running = !waiting.isEmpty();
      if (running) {
        executor.execute(this::run);
      }
    }
    for (Consumer<@Nullable StoreException> then : served) {
      then.accept(failure);
    }
  }

  private @Nullable StoreException syncStore() {
    try {
      store.sync();
      return null;
    } catch (StoreException e) {
      return e;
    }
  }
}
