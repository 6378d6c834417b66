package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * A request that a lane reaches after the time of its attempt is answered with {@code RETRY_LATER}.
 */
class OverdueRequestTest {
  private static final long NOW = 1_000;

  private final List<Answer<LookupResult>> answers = new ArrayList<>();

  /** An attempt's time is shorter than an operation's: only the caller knows when to give up. */
  @Test
  void overdueRequestIsRetriedLater() {
    try (Store store =
        Stores.over(new MemoryDisk().open(), Durability.INTERVAL, UUID::randomUUID)) {
      PartitionTable partitions =
          new PartitionTable(
              store, 1, 8, () -> 1, new LocalQuotas(), NoRecalls.recaller(), 0, null);
      Lane lane =
          new Lane(
              0,
              store,
              new Stopped(),
              Runnable::run,
              () -> null,
              partitions,
              () -> {
                throw new AssertionError("the slot is asked for");
              },
              new TaskFailures(new Stopped(), () -> {}),
              CrashPoints.NONE);
      LookupRequest request =
          new LookupRequest(
              InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, Name.of("a"), false, false, false);
      lane.submit(
          new RequestTask<LookupRequest, LookupResult>(
              lane,
              0,
              (asked, exchange, partition, commitBatch) -> {
                throw new AssertionError("it is decided");
              },
              request,
              new Overdue()));
      assertThat(answers).singleElement().isInstanceOf(Answer.Retry.class);
    }
  }

  private final class Overdue implements Exchange<LookupResult> {
    @Override
    public void answer(Answer<LookupResult> answer) {
      answers.add(answer);
    }

    @Override
    public Peer peer() {
      return new Peer() {
        @Override
        public long clientId() {
          return 1;
        }

        @Override
        public void send(Notice notice) {}

        @Override
        public String address() {
          return "a test";
        }
      };
    }

    @Override
    public long deadlineNanos() {
      return NOW - 1;
    }
  }

  private static final class Stopped implements Clock {
    @Override
    public long wallNanos() {
      return NOW;
    }

    @Override
    public long nanos() {
      return NOW;
    }
  }
}
