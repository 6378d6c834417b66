package io.gigafs.bench.micro;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.context.ServerCounters;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.ServerVolumes;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.namespace.BulkOperation;
import io.gigafs.server.namespace.CreateOperation;
import io.gigafs.server.namespace.LookupOperation;
import io.gigafs.server.namespace.NotedAccess;
import io.gigafs.server.partition.GroupSync;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.partition.LeaseRecaller;
import io.gigafs.server.partition.LocalQuotas;
import io.gigafs.server.partition.NewPartition;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionTable;
import io.gigafs.server.partition.TaskFailures;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Batch;
import io.gigafs.volume.OpenVolumes;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;

/**
 * A server's lane over a real store, with one directory of one partition that never splits. The
 * caller's thread runs commit batches on demand. Not thread-safe.
 */
final class LaneRig implements AutoCloseable {
  private static final int MODE = 0777;
  private static final ServerId SELF = new ServerId("s1");

  private final SampleStore sample;
  private final OpenVolumes volumes = OpenVolumes.installed();
  private final Queue<Runnable> queued = new ArrayDeque<>();
  private final CurrentView view = new CurrentView(SELF, alone(), Clock.system());
  private final AllHeld gate = new AllHeld(view);
  private final Lanes lanes;
  private final BulkOperation<CreateRequest> create;
  private final LookupOperation lookup;
  private final int slot = view.slotOf(SampleFiles.DIRECTORY, PartitionIndex.ZEROTH);

  /** Creates a rig over a store with the directory's files, which it owns from now on. */
  LaneRig(SampleStore sample) {
    this.sample = sample;
    makeDirectory();
    LocalQuotas localQuotas = new LocalQuotas();
    this.lanes = new Lanes(List.of(lane(localQuotas)));
    ServerContext context = context();
    this.create = create(context, localQuotas);
    this.lookup = lookup(context);
  }

  private static ClusterView alone() {
    ClusterFormat format =
        new ClusterFormat(new UUID(1, 1), 64, 1, new ClusterSettings(Integer.MAX_VALUE));
    ServerInfo self = new ServerInfo(SELF, new Endpoint("127.0.0.1", 1));
    return SlotPlanner.plan(format, List.of(self), null).orElseThrow();
  }

  private void makeDirectory() {
    Batch batch = sample.store().newBatch();
    NewPartition.ofDirectory(
            SampleFiles.DIRECTORY,
            DirectoryFacts.of(InodeId.ROOT, MODE, 0, 0),
            0,
            PartitionPhase.ACTIVE)
        .write(batch, view.slots());
    sample.store().commit(batch);
  }

  private Lane lane(LocalQuotas localQuotas) {
    PartitionTable partitions =
        new PartitionTable(
            sample.store(),
            view.slots(),
            view.get().settings().splitThreshold(),
            () -> 1,
            localQuotas,
            new LeaseRecaller(Clock.system(), (delayMillis, task) -> () -> {}),
            0,
            null);
    return new Lane(
        0,
        sample.store(),
        Clock.system(),
        queued::add,
        () -> null,
        partitions,
        () -> gate,
        new TaskFailures(Clock.system(), () -> {}),
        CrashPoints.NONE);
  }

  private ServerContext context() {
    return new ServerContext(
        sample.store(),
        view,
        lanes,
        new NobodyElse(),
        new GroupSync(sample.store(), Runnable::run),
        Clock.system(),
        (delayMillis, task) -> () -> {},
        () -> 1,
        CrashPoints.NONE,
        new ServerCounters(new SimpleMeterRegistry()));
  }

  private LookupOperation lookup(ServerContext context) {
    Measures measures =
        new Measures(context, new ServerVolumes(view, volumes, Runnable::run, Clock.system()));
    // No name is ever delegated, so there are no deferred atime updates.
    return new LookupOperation(measures, new NotedAccess(access -> {}));
  }

  private BulkOperation<CreateRequest> create(ServerContext context, LocalQuotas localQuotas) {
    IdAllocator ids = new IdAllocator(sample.store(), view.slots(), Runnable::run);
    return CreateOperation.of(
        new NewFile(ids), (partition, task) -> {}, new Quotas(context, localQuotas));
  }

  BulkOperation<CreateRequest> create() {
    return create;
  }

  LookupOperation lookup() {
    return lookup;
  }

  /** Submits a request of the directory to the lane's next commit batch. */
  <Q extends PartitionRequest<R>, R extends Result> void submit(
      PartitionOperation<Q, R> operation, Q request, Exchange<R> exchange) {
    lanes.submit(slot, operation, request, exchange);
  }

  /** Runs the lane's next commit batch, and those that follow from it. */
  void runQueued() {
    for (Runnable task = queued.poll(); task != null; task = queued.poll()) {
      task.run();
    }
  }

  @Override
  public void close() throws IOException {
    volumes.close();
    sample.close();
  }
}
