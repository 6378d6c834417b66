package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.CapturedLog;
import io.gigafs.cluster.ClusterView;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.reply.DuplicateRequestCache.Known;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.store.Stores;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A task that throws fails alone: the other tasks of its commit batch are executed and answered.
 * Creates throw at chosen moments.
 */
class FailingTaskTest {
  private static final InodeId DIRECTORY = InodeId.of(0, 100);
  private static final long CLIENT = 7;

  private final Queue<Runnable> turns = new ArrayDeque<>();
  private final List<String> answers = new ArrayList<>();
  private final Store store =
      Stores.over(new MemoryDisk().open(), Durability.INTERVAL, UUID::randomUUID);
  private Lane lane;
  private int failures;

  @BeforeEach
  void makeLane() {
    Batch batch = store.newBatch();
    NewPartition.ofDirectory(
            DIRECTORY, DirectoryFacts.of(InodeId.ROOT, 0755, 0, 0), 1, PartitionPhase.ACTIVE)
        .write(batch, 1);
    store.commit(batch);
    PartitionTable partitions =
        new PartitionTable(
            store, 1, 1_000, () -> 1, new LocalQuotas(), NoRecalls.recaller(), 0, null);
    lane =
        new Lane(
            0,
            store,
            Clock.system(),
            turns::add,
            () -> null,
            partitions,
            OneSlot::new,
            new TaskFailures(new Stopped(), () -> failures++),
            CrashPoints.NONE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** The moment at which a create throws. */
  private enum Moment {
    NEVER,
    AT_ONCE,
    AFTER_WRITING,
    AFTER_REMEMBERING,
    /** In its action after the commit. */
    AFTER_COMMIT
  }

  private void submit(String name, long number, Moment throwsAt) {
    MakeDirectoryRequest request =
        new MakeDirectoryRequest(
            DIRECTORY,
            PartitionIndex.ZEROTH,
            Caller.ROOT,
            new Sequence(number, 0),
            Name.of(name),
            0644);
    lane.submit(
        new RequestTask<MakeDirectoryRequest, EntryResult>(
            lane,
            0,
            (asked, exchange, partition, commitBatch) -> {
              create(asked, exchange, partition, commitBatch, throwsAt);
              return PartitionOperation.Decision.TAKEN;
            },
            request,
            new Answered(name)));
  }

  private static void create(
      MakeDirectoryRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      Moment throwsAt) {
    fail(throwsAt == Moment.AT_ONCE);
    long inode = 1_000 + request.sequence().number();
    commitBatch
        .batch()
        .putEmptyFile(
            partition.keyOf(request.name()), inode, 0644, 0, 0, commitBatch.wallNanos(), 0);
    partition.emptyFileAdded(commitBatch);
    fail(throwsAt == Moment.AFTER_WRITING);
    if (throwsAt == Moment.AFTER_COMMIT) {
      commitBatch.afterCommit(
          () -> {
            throw new AssertionError("planted");
          });
    }
    commitBatch.settle(
        partition,
        request,
        exchange,
        new Answer.Done<>(
            new EntryResult(
                new FileAttributes(
                    new InodeId(inode), FileType.REGULAR, 0644, 0, 0, 0, 1, 1, 1, 1, 0))));
    fail(throwsAt == Moment.AFTER_REMEMBERING);
  }

  private static void fail(boolean now) {
    if (now) {
      throw new IllegalStateException("planted");
    }
  }

  private void takeTurns() {
    for (Runnable next = turns.poll(); next != null; next = turns.poll()) {
      next.run();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"AT_ONCE", "AFTER_WRITING", "AFTER_REMEMBERING"})
  void otherTasksOfTheBatchComplete(String moment) {
    submit("before", 1, Moment.NEVER);
    submit("bad", 2, Moment.valueOf(moment));
    submit("behind", 3, Moment.NEVER);
    takeTurns();
    assertThat(answers).containsExactlyInAnyOrder("before done", "bad EIO", "behind done");
    assertThat(names()).containsExactlyInAnyOrder("before", "behind");
    assertThat(failures).isEqualTo(1);
    PartitionState partition =
        Objects.requireNonNull(lane.partitions().find(DIRECTORY, PartitionIndex.ZEROTH));
    assertThat(partition.counts().entries()).isEqualTo(2);
    assertThat(partition.replies().find(CLIENT, 1)).isNotEqualTo(Known.NEW);
    assertThat(partition.replies().find(CLIENT, 2)).isEqualTo(Known.NEW);
    assertThat(partition.replies().find(CLIENT, 3)).isNotEqualTo(Known.NEW);
    assertThat(store.replies(DIRECTORY.value(), 0)).isNotEmpty();
  }

  /** Committed operations are answered even if an action before the answers throws. */
  @Test
  void errorAfterTheCommitKeepsTheAnswers() {
    submit("before", 1, Moment.NEVER);
    submit("bad", 2, Moment.AFTER_COMMIT);
    submit("behind", 3, Moment.NEVER);
    takeTurns();
    assertThat(answers).containsExactlyInAnyOrder("before done", "bad done", "behind done");
    assertThat(names()).containsExactlyInAnyOrder("before", "bad", "behind");
    assertThat(failures).isEqualTo(1);
    submit("later", 4, Moment.NEVER);
    takeTurns();
    assertThat(answers).contains("later done");
  }

  @Test
  void failedTaskCanBeRetried() {
    submit("bad", 1, Moment.AFTER_REMEMBERING);
    submit("bad", 1, Moment.NEVER);
    takeTurns();
    assertThat(answers).containsExactly("bad EIO", "bad done");
    assertThat(names()).containsExactly("bad");
  }

  /** Clients may send failing requests at any rate. */
  @Test
  void manyFailuresAreCountedAndSomeLogged() {
    try (CapturedLog logged = CapturedLog.of(TaskFailures.class)) {
      for (int i = 1; i <= 200; i++) {
        submit("bad" + i, i, Moment.AT_ONCE);
      }
      takeTurns();
      assertThat(failures).isEqualTo(200);
      assertThat(logged.events()).hasSizeBetween(1, 20);
    }
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    PartitionState partition =
        Objects.requireNonNull(lane.partitions().find(DIRECTORY, PartitionIndex.ZEROTH));
    store.scanEntries(
        partition.range(),
        null,
        (key, attributes) -> names.add(new String(key.name(), StandardCharsets.UTF_8)));
    return names;
  }

  private final class Answered implements Exchange<EntryResult> {
    private final String name;

    Answered(String name) {
      this.name = name;
    }

    @Override
    public void answer(Answer<EntryResult> answer) {
      answers.add(
          name
              + " "
              + (answer instanceof Answer.Failed<EntryResult> failed ? failed.code() : "done"));
    }

    @Override
    public Peer peer() {
      return new Client();
    }

    @Override
    public long deadlineNanos() {
      return Clock.system().nanos() + 60_000_000_000L;
    }
  }

  private static final class Stopped implements Clock {
    @Override
    public long wallNanos() {
      return 0;
    }

    @Override
    public long nanos() {
      return 0;
    }
  }

  /** The only slot, owned by this server. */
  private static final class OneSlot implements SlotGate {
    @Override
    public SlotState state(int slot) {
      return SlotState.HELD;
    }

    @Override
    public ClusterView view() {
      throw new AssertionError("nobody is sent on");
    }

    @Override
    public boolean isNowhere(InodeId directory, PartitionIndex partition) {
      return true;
    }

    @Override
    public void fetch(InodeId directory, PartitionIndex partition, Consumer<Fetched> then) {
      throw new AssertionError("nothing is fetched");
    }
  }

  private static final class Client implements Peer {
    @Override
    public long clientId() {
      return CLIENT;
    }

    @Override
    public String address() {
      return "here";
    }

    @Override
    public void send(Notice notice) {
      throw new AssertionError("nothing is recalled");
    }
  }
}
