package io.gigafs.server;

import io.gigafs.cluster.Endpoint;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.lease.RecallCopiesRequest;
import io.gigafs.rpc.RpcClient;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.Tampered.Real;
import io.gigafs.server.Tampered.Tamper;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.Store.EntryVisitor;
import io.gigafs.tablefs.engine.Engine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Planted bugs of a server, each with the invariant that has to detect it. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum PlantedBug {
  /** A row of a split's files is lost. */
  LOSES_A_ROW_AT_INSTALL(
      Invariant.ACKNOWLEDGED_IS_FOUND, FaultKind.PEACE, () -> ofStore(PlantedBug::losingAtInstall)),

  /** Some created files of a batch are omitted. */
  COMMITS_A_PART_OF_A_BATCH(
      Invariant.ACKNOWLEDGED_IS_FOUND,
      FaultKind.PEACE,
      () -> ofBatches(every(50, "putEmptyFile", real -> null))),

  /** An answer is sent, but its batch is never committed. */
  ANSWERS_WITHOUT_COMMITTING(
      Invariant.ACKNOWLEDGED_IS_FOUND,
      FaultKind.PEACE,
      () -> ofStores(every(50, "commit", real -> null))),

  /** The disk reports a sync that it did not do. */
  NEVER_SYNCS(Invariant.ACKNOWLEDGED_IS_FOUND, FaultKind.CRASHES, UnsyncedDisks::new),

  /** The same with durability INTERVAL, which promises only a sync every 5 s. */
  NEVER_SYNCS_IN_THE_BACKGROUND(
      Invariant.ACKNOWLEDGED_IS_FOUND, FaultKind.LOSSES, UnsyncedLogs::new),

  /** The source of a split keeps the rows that it gave away. */
  KEEPS_WHAT_IT_GAVE_AWAY(
      Invariant.ONE_PLACE, FaultKind.PEACE, () -> ofBatches(never("deleteRange"))),

  /** The intent of a split is not stored. */
  FORGETS_INTENTS(Invariant.ONE_PLACE, FaultKind.PEACE, () -> ofBatches(never("putIntent"))),

  /** A header is stored without the children of its partition. */
  FORGETS_CHILDREN(
      Invariant.MAPS_GROW, FaultKind.PEACE, () -> ofBatches(PlantedBug::forgettingChildren)),

  /** A slot's new owner starts with ids that the previous one has used. */
  FORGETS_IDS_OF_A_SLOT(Invariant.IDS_ONCE, FaultKind.MOVES, () -> ofStores(never("raiseIds"))),

  /** Reserved ids are reserved again after a restart. */
  HANDS_IDS_OUT_AGAIN(
      Invariant.IDS_ONCE,
      FaultKind.KILLS,
      () ->
          ofStores(
              (method, arguments, real) ->
                  method.equals("reserveIds") ? Store.FIRST_ID : real.call())),

  /** Answers are not stored: a retry after a restart or a split is executed again. */
  FORGETS_ANSWERS(
      Invariant.EFFECT_ONCE, FaultKind.STORM_AND_KILLS, () -> ofBatches(never("putReply"))),

  /** A listing omits a row. */
  OVERLOOKS_A_ROW(
      Invariant.EFFECT_ONCE, FaultKind.PEACE, () -> ofStores(PlantedBug::overlookingARow)),

  /** A removed name still exists. */
  REMOVES_NOTHING_NOW_AND_THEN(
      Invariant.EFFECT_ONCE,
      FaultKind.PEACE,
      () -> ofBatches(every(20, "deleteEntry", real -> null))),

  /** A file's attributes are written, but not its bytes. */
  FORGETS_BYTES_NOW_AND_THEN(
      Invariant.WRITTEN_IS_READ,
      FaultKind.PEACE,
      () -> ofBatches(every(10, "putInline", real -> null))),

  /** Changes do not wait for recalled copies. */
  AWAITS_NO_RECALL(Invariant.COPIES_ARE_CURRENT, FaultKind.PEACE, UnawaitedRecalls::new) {
    @Override
    void play(SimulatedCluster cluster) throws Exception {
      HotFile file = new HotFile(cluster).read().awaitCopies();
      cluster
          .network()
          .setFaults(
              packet -> packet.isOf(RecallCopiesRequest.OPCODE) ? Fate.delayed(500) : Fate.ARRIVES);
      file.change(() -> file.writer().changeMode(HotFile.PATH, 0600));
      file.check();
    }

    @Override
    Setup setup(long seed) {
      return HotFile.setup(seed);
    }
  },

  /** A split or a directory transaction never ends. */
  KEEPS_INTENTS(Invariant.ALL_RECOVERED, FaultKind.PEACE, () -> ofBatches(never("deleteIntent"))),

  /** The partitions of a removed directory stay. */
  KEEPS_PARTITIONS(
      Invariant.ALL_RECOVERED, FaultKind.PEACE, () -> ofBatches(never("deletePartition"))),

  /** A chunk of an upload is neither stored nor refused. */
  DROPS_A_TASK(Invariant.ALL_ANSWERED, FaultKind.PEACE, DroppedTask::new);

  private static final int OPERATIONS = 150;

  private final Invariant noticedBy;
  private final FaultKind fault;
  private final Supplier<PlantedFault> sabotage;

  PlantedBug(Invariant noticedBy, FaultKind fault, Supplier<PlantedFault> sabotage) {
    this.noticedBy = noticedBy;
    this.fault = fault;
    this.sabotage = sabotage;
  }

  /** The invariant that this bug violates. */
  Invariant noticedBy() {
    return noticedBy;
  }

  /** The cluster in which the bug must be detected. */
  Setup setup(long seed) {
    return fault.setup(seed);
  }

  /** Runs clients on a cluster with the bug. */
  void play(SimulatedCluster cluster) throws Exception {
    SeededRun.play(cluster, OPERATIONS, isOver -> fault.inject(cluster, isOver));
  }

  /** The bug, for the servers of one cluster. */
  PlantedFault sabotage() {
    return sabotage.get();
  }

  private static final Tamper HONEST = (method, arguments, real) -> real.call();

  @FunctionalInterface
  private interface StoreTamper {
    @Nullable Object call(Store store, String method, Object[] arguments, Real real)
        throws Throwable;
  }

  private static PlantedFault ofStore(StoreTamper tamper) {
    return new PlantedFault() {
      @Override
      public Store store(Store real) {
        return Tampered.store(
            real, (method, arguments, call) -> tamper.call(real, method, arguments, call), HONEST);
      }
    };
  }

  private static PlantedFault ofStores(Tamper tamper) {
    return ofStore((store, method, arguments, real) -> tamper.call(method, arguments, real));
  }

  private static PlantedFault ofBatches(Tamper tamper) {
    return new PlantedFault() {
      @Override
      public Store store(Store real) {
        return Tampered.store(real, HONEST, tamper);
      }
    };
  }

  /** Replaces every n-th call of a method. */
  private static Tamper every(int calls, String tampered, Instead instead) {
    int[] count = new int[1];
    return (method, arguments, real) ->
        method.equals(tampered) && ++count[0] % calls == 0 ? instead.of(real) : real.call();
  }

  @FunctionalInterface
  private interface Instead {
    @Nullable Object of(Real real) throws Throwable;
  }

  private static Tamper never(String tampered) {
    return (method, arguments, real) -> method.equals(tampered) ? null : real.call();
  }

  private static @Nullable Object losingAtInstall(
      Store store, String method, Object[] arguments, Real real) throws Throwable {
    Object result = real.call();
    if (method.equals("install")) {
      EntryKey[] first = new EntryKey[1];
      store.scanEntries(
          (EntryRange) arguments[0],
          null,
          (key, attributes) -> {
            first[0] = key;
            return false;
          });
      if (first[0] != null) {
        Batch batch = store.newBatch();
        batch.deleteEntry(first[0]);
        store.commit(batch);
      }
    }
    return result;
  }

  private static @Nullable Object overlookingARow(String method, Object[] arguments, Real real)
      throws Throwable {
    if (method.equals("scanEntries")) {
      EntryVisitor visitor = (EntryVisitor) arguments[2];
      boolean[] overlooked = new boolean[1];
      arguments[2] =
          (EntryVisitor)
              (key, attributes) -> {
                if (overlooked[0]) {
                  return visitor.visit(key, attributes);
                }
                overlooked[0] = true;
                return true;
              };
    }
    return real.call();
  }

  private static @Nullable Object forgettingChildren(String method, Object[] arguments, Real real)
      throws Throwable {
    if (method.equals("putPartition")) {
      PartitionHeader header = (PartitionHeader) arguments[1];
      if (PartitionMap.decode(header.map()).size() > 3) {
        arguments[1] = withMap(header, PartitionMap.UNSPLIT.encode());
      }
    }
    return real.call();
  }

  private static PartitionHeader withMap(PartitionHeader header, byte[] map) {
    return new PartitionHeader(
        header.depth(),
        map,
        header.parent(),
        header.mode(),
        header.uid(),
        header.gid(),
        header.acls(),
        header.quotaDomain(),
        header.quotaLimits(),
        header.entries(),
        header.directories(),
        header.bytes(),
        header.accessedNanos(),
        header.modifiedNanos(),
        header.changedNanos(),
        header.clean(),
        header.state(),
        header.transaction(),
        header.coordinator(),
        header.placed(),
        header.bornNanos(),
        header.flags());
  }

  private static final class UnsyncedDisks implements PlantedFault {
    @Override
    public Engine engine(Engine real) {
      return Tampered.engine(
          real,
          (method, arguments, call) -> {
            if (method.equals("sync")) {
              return null;
            }
            if (method.equals("write")) {
              arguments[1] = false;
            }
            return call.call();
          });
    }
  }

  /** Explicit syncs are done, but no others. */
  private static final class UnsyncedLogs implements PlantedFault {
    @Override
    public Engine engine(Engine real) {
      return Tampered.engine(
          real, (method, arguments, call) -> method.equals("sync") ? null : call.call());
    }
  }

  /** Recalls of copies count as answered once they are sent. */
  private static final class UnawaitedRecalls implements PlantedFault {
    @Override
    public RpcClient rpc(RpcClient real) {
      return new RpcClient() {
        @Override
        @SuppressWarnings("unchecked") // of a recall, whose result that is
        public <R extends Result> CompletableFuture<Answer<R>> call(
            Endpoint server, Request<R> request, long deadlineNanos) {
          CompletableFuture<Answer<R>> answer = real.call(server, request, deadlineNanos);
          return request instanceof RecallCopiesRequest
              ? CompletableFuture.completedFuture(new Answer.Done<>((R) Empty.INSTANCE))
              : answer;
        }

        @Override
        public void close() {
          real.close();
        }
      };
    }
  }

  /** Loses tasks repeatedly, because no request may wait for the first one. */
  private static final class DroppedTask implements PlantedFault {
    private static final int LOST_OF = 3;

    private int tasks;

    @Override
    public Executor background(Executor real) {
      return task -> {
        if (tasks++ % LOST_OF != 0) {
          real.execute(task);
        }
      };
    }
  }
}
