package io.gigafs.client.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.FlushScope;
import io.gigafs.cluster.Endpoint;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests for the write-behind queue: when changes are sent, what a flush covers, and losses. */
final class WriteBehindQueueTest {
  private static final int LINGER_MILLIS = 2;
  private static final InodeId HERE = new InodeId(7);
  private static final InodeId ELSEWHERE = new InodeId(8);

  private final List<Runnable> timers = new ArrayList<>();
  private final List<Long> delays = new ArrayList<>();
  private final Pauses pauses =
      new Pauses(
          (millis, task) -> {
            delays.add(millis);
            timers.add(task);
            return () -> {};
          });
  private final WriteBehindQueue queue =
      new WriteBehindQueue(new Deferring(), pauses, LINGER_MILLIS, Clock.system());

  private int deferredFlushes;

  /** Counts how often deferred calls are sent. */
  private final class Deferring implements RpcClient {
    @Override
    public <R extends Result> CompletableFuture<Answer<R>> call(
        Endpoint server, Request<R> request, long deadlineNanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void flushDeferred() {
      deferredFlushes++;
    }

    @Override
    public void close() {
      // It has no connections.
    }
  }

  /** Changes of one partition, each identified by its hash. */
  private final class Partition extends WriteBehindQueue.Target<Long> {
    private final List<Sent> sent = new ArrayList<>();

    Partition(InodeId directory) {
      super(queue, directory);
      queue.open(this);
    }

    boolean change(long hash) {
      int waiting;
      synchronized (this) {
        if (!hasRoomFor(hash)) {
          return false;
        }
        waiting = enqueue(hash, hash);
      }
      sendSoon(waiting);
      return true;
    }

    @Override
    protected List<Sent> seal(List<Long> changes) {
      return List.of(new Sent(this, changes));
    }

    private void acknowledge(Sent batch) {
      batch.changes.forEach(this::acknowledged);
      synchronized (this) {
        ended(batch);
      }
      batch.acknowledged.complete(null);
    }

    void acknowledgeAll() {
      List<Sent> all = List.copyOf(sent);
      sent.clear();
      all.forEach(this::acknowledge);
    }

    List<List<Long>> sent() {
      return sent.stream().map(batch -> batch.changes).toList();
    }
  }

  private record Sent(Partition partition, List<Long> changes, CompletableFuture<Void> acknowledged)
      implements WriteBehindQueue.Batch {
    Sent(Partition partition, List<Long> changes) {
      this(partition, changes, new CompletableFuture<>());
    }

    @Override
    public void send() {
      partition.sent.add(this);
    }
  }

  private void timersFire() {
    List<Runnable> due = List.copyOf(timers);
    timers.clear();
    due.forEach(Runnable::run);
  }

  @Test
  void changesWaitForTheLingerTime() {
    Partition partition = new Partition(HERE);
    partition.change(1);
    partition.change(2);
    assertThat(delays).containsExactly((long) LINGER_MILLIS);
    assertThat(partition.sent()).isEmpty();
    timersFire();
    assertThat(partition.sent()).containsExactly(List.of(1L, 2L));
    partition.change(3);
    timersFire();
    assertThat(partition.sent()).containsExactly(List.of(1L, 2L), List.of(3L));
  }

  @Test
  void manyChangesAreSentAtOnce() {
    Partition partition = new Partition(HERE);
    for (long hash = 0; hash < 256; hash++) {
      partition.change(hash);
    }
    assertThat(partition.sent()).hasSize(1);
  }

  @Test
  void unacknowledgedChangesAreLimited() {
    Partition partition = new Partition(HERE);
    for (long hash = 0; hash < 4_096; hash++) {
      assertThat(partition.change(hash)).isTrue();
    }
    assertThat(partition.change(4_096)).isFalse();
    timersFire();
    partition.acknowledgeAll();
    assertThat(partition.change(4_096)).isTrue();
  }

  @Test
  void nameHasOneUnacknowledgedChange() {
    Partition partition = new Partition(HERE);
    partition.change(1);
    assertThat(partition.change(1)).isFalse();
    timersFire();
    assertThat(partition.change(1)).isFalse();
    partition.acknowledgeAll();
    assertThat(partition.change(1)).isTrue();
  }

  @Test
  void flushOfNameConcernsItsPartition() {
    Partition partition = new Partition(HERE);
    Partition sibling = new Partition(HERE);
    partition.change(1);
    sibling.change(2);
    assertThat(queue.flush(FlushScope.ofName(HERE, 3))).isCompleted();
    assertThat(queue.flush(FlushScope.ofName(ELSEWHERE, 1))).isCompleted();
    assertThat(partition.sent()).isEmpty();
    CompletableFuture<Void> flushed = queue.flush(FlushScope.ofName(HERE, 1));
    assertThat(partition.sent()).containsExactly(List.of(1L));
    assertThat(sibling.sent()).isEmpty();
    assertThat(flushed).isNotDone();
    partition.acknowledgeAll();
    assertThat(flushed).isCompleted();
  }

  @Test
  void flushOfDirectoryConcernsItsPartitions() {
    Partition partition = new Partition(HERE);
    Partition sibling = new Partition(HERE);
    Partition other = new Partition(ELSEWHERE);
    partition.change(1);
    sibling.change(2);
    other.change(3);
    CompletableFuture<Void> flushed = queue.flush(FlushScope.ofDirectory(HERE));
    assertThat(other.sent()).isEmpty();
    partition.acknowledgeAll();
    assertThat(flushed).isNotDone();
    sibling.acknowledgeAll();
    assertThat(flushed).isCompleted();
    assertThat(queue.flush(FlushScope.ofDirectory(HERE))).isCompleted();
  }

  @Test
  void flushOfAllWaitsForBatchesInFlight() {
    Partition partition = new Partition(HERE);
    Partition other = new Partition(ELSEWHERE);
    partition.change(1);
    timersFire();
    partition.change(2);
    other.change(3);
    CompletableFuture<Void> flushed = queue.flush(FlushScope.ALL);
    other.acknowledgeAll();
    partition.acknowledge(partition.sent.get(1));
    assertThat(flushed).isNotDone();
    partition.acknowledge(partition.sent.get(0));
    assertThat(flushed).isCompleted();
  }

  @Test
  void flushOfAllSendsDeferredCloses() {
    assertThat(queue.flush(FlushScope.ofDirectory(HERE))).isCompleted();
    assertThat(deferredFlushes).isZero();
    assertThat(queue.flush(FlushScope.ALL)).isCompleted();
    assertThat(deferredFlushes).isEqualTo(1);
  }

  @Test
  void flushDoesNotWaitForLaterChanges() {
    Partition partition = new Partition(HERE);
    partition.change(1);
    CompletableFuture<Void> flushed = queue.flush(FlushScope.ALL);
    partition.change(2);
    timersFire();
    partition.acknowledge(partition.sent.get(0));
    assertThat(flushed).isCompleted();
  }

  @Test
  void closedTargetIsNotFlushed() {
    Partition partition = new Partition(HERE);
    Partition sibling = new Partition(HERE);
    queue.close(sibling);
    queue.close(partition);
    partition.change(1);
    assertThat(queue.flush(FlushScope.ALL)).isCompleted();
    assertThat(partition.sent()).isEmpty();
  }

  @Test
  void changesAreSentWhenTheClientCloses() {
    Partition partition = new Partition(HERE);
    partition.change(1);
    pauses.close();
    assertThat(partition.sent()).containsExactly(List.of(1L));
  }

  @Test
  void firstLossIsReportedOnce() {
    GigaException first = ErrorCode.ENOSPC.exception("/a");
    queue.lost(first);
    queue.lost(ErrorCode.EIO.exception("/b"));
    assertThat(queue.takeLost()).isSameAs(first);
    assertThat(queue.takeLost()).isNull();
  }
}
