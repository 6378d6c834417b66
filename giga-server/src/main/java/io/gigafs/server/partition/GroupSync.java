package io.gigafs.server.partition;

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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Syncs the store for many waiting callers, one sync at a time: callers that arrive during a sync
 * share the next one. Safe for use by several threads.
 */
public final class GroupSync {
  private static final Logger LOG = LoggerFactory.getLogger(GroupSync.class);

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
   * Calls back on the executor's thread when everything committed before this call is durable.
   *
   * @param then gets null, or the failure
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

  /** Sends the result when everything committed before this call is durable. */
  public <R extends Result> void answer(Exchange<R> exchange, R result) {
    sync(
        failure ->
            exchange.answer(
                failure == null
                    ? new Answer.Done<>(result)
                    : new Answer.Failed<>(
                        StoreErrors.codeOf(failure), StoreErrors.detailOf(failure))));
  }

  /**
   * Wraps an exchange so that its result is sent only when everything committed before is durable.
   */
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
      try {
        then.accept(failure);
      } catch (RuntimeException | Error e) {
        LOG.error("an action after a sync failed; the others are not affected", e);
      }
    }
  }

  private @Nullable StoreException syncStore() {
    try {
      store.sync();
      return null;
    } catch (StoreException e) {
      return e;
    } catch (RuntimeException | Error e) { // must not end the syncs for all others
      LOG.error("the store could not be synced", e);
      return new StoreException(StoreException.Kind.IO, "the store could not be synced: " + e, e);
    }
  }
}
