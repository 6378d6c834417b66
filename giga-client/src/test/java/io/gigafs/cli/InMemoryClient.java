package io.gigafs.cli;

import io.gigafs.client.ClusterSpace;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.Target;
import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.TestViews;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.model.ModelClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.CheckpointRequest.CheckpointInfo;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.cluster.StatusResult.AbsentServer;
import io.gigafs.protocol.cluster.StatusResult.MoveStatus;
import io.gigafs.protocol.cluster.StatusResult.PartitionStatus;
import io.gigafs.protocol.cluster.StatusResult.RegistrationStatus;
import io.gigafs.protocol.cluster.StatusResult.ServerProblem;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.fsck.CheckRequest.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.protocol.namespace.RenameMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in memory with two servers, of which one can be down. Files are those of the model,
 * accessed as root, but a directory named "forbidden" cannot be listed. Thread-safe.
 */
public final class InMemoryClient extends ModelClient {
  private static final Name FORBIDDEN = Name.of("forbidden");

  private final FakeDamage damage = new FakeDamage();
  private final FakeObjects objects = new FakeObjects();
  private boolean secondDown;
  private Map<String, Long> cacheCounters = Map.of();
  private boolean secondFull;
  private boolean quotasApart;
  private List<Integer> uncounted = List.of();
  private final Set<String> checkpoints = new TreeSet<>();

  private volatile RegistrationStatus registration = RegistrationStatus.SAFE;
  private volatile boolean slotsMove;
  private ClusterView view =
      TestViews.of(
          new UUID(0, 7),
          5,
          ClusterSettings.DEFAULTS,
          List.of(
              new ServerInfo(new ServerId("s1"), new Endpoint("10.0.0.1", 7000)),
              new ServerInfo(new ServerId("s2"), new Endpoint("10.0.0.2", 7000))),
          SlotTable.interleaved(4, 2));

  /** Sets the view that later operations find. */
  public void setView(ClusterView newView) {
    view = newView;
  }

  public InMemoryClient() {
    this(Runnable::run);
  }

  /** Completes answers on an executor. */
  public InMemoryClient(Executor executor) {
    super(executor);
  }

  public void takeSecondServerDown() {
    secondDown = true;
  }

  public void fillSecondServer() {
    secondFull = true;
  }

  /** Makes the sizes of these volumes unknown to all servers. */
  public void hideSizes(List<Integer> volumes) {
    uncounted = volumes;
  }

  /** Makes later renames between different quotas fail. */
  public void keepQuotasApart() {
    quotasApart = true;
  }

  /** Adds an entry of any type and attributes to the tree. */
  public void put(String path, FileType type, int mode, int uid, int gid, long size, long nanos) {
    super.put(
        path,
        new FileAttributes(InodeId.ROOT, type, mode, uid, gid, size, 1, nanos, nanos, nanos, 0));
  }

  @Override
  public CompletableFuture<Listing> list(DirectoryTarget directory, boolean attributes) {
    if (directory instanceof GigaPath path && path.names().contains(FORBIDDEN)) {
      return CompletableFuture.failedFuture(ErrorCode.EACCES.exception(path.toString()));
    }
    return super.list(directory, attributes);
  }

  @Override
  public CompletableFuture<Void> rename(Target from, Target to, RenameMode mode) {
    return quotasApart && !domain(from).equals(domain(to))
        ? CompletableFuture.failedFuture(ErrorCode.EXDEV.exception(from + " to " + to))
        : super.rename(from, to, mode);
  }

  /** The nearest directory above with a quota. */
  private GigaPath domain(Target name) {
    GigaPath at = (GigaPath) name;
    while (!at.isRoot()) {
      at = at.parent();
      try {
        quota(at).join();
        return at;
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof GigaException failure)
            || failure.code() != ErrorCode.ENODATA) {
          throw e;
        }
      }
    }
    return at;
  }

  @Override
  public CompletableFuture<ClusterSpace> statFs() {
    return answer(
        () -> new ClusterSpace(123_456, 10L << 30, (6L << 30) - 1, 0, 1L << 30, uncounted));
  }

  @Override
  public CompletableFuture<StatusResult> status(ServerInfo server, boolean partitions) {
    return answer(
        () -> {
          if (secondDown && server.id().value().equals("s2")) {
            throw ErrorCode.ETIMEDOUT.exception("s2 at 10.0.0.2:7000 did not answer");
          }
          return new StatusResult(
              server.id(),
              3_723_000,
              5,
              2,
              1000,
              4,
              counters(),
              registration,
              movesTo(server),
              partitions
                  ? List.of(
                      new PartitionStatus(InodeId.ROOT, PartitionIndex.ZEROTH, 1, 0, 42, true))
                  : List.of(),
              secondFull && server.id().value().equals("s2")
                  ? List.of(new ServerProblem("full", 90_061_000, "/data: too little", "remove"))
                  : List.of(),
              secondDown ? List.of(new AbsentServer(new ServerId("s2"), 90_061_000)) : List.of());
        });
  }

  private Map<String, Long> counters() {
    Map<String, Long> counters = new HashMap<>(cacheCounters);
    counters.putAll(
        Map.of("splits.within", 1L, "splits.away", 2L, "splits.heat", 1L, "copies.names", 2L));
    return counters;
  }

  /** Gives the servers caches with these counters. */
  public void setCaches(Map<String, Long> counters) {
    cacheCounters = counters;
  }

  /** The damage of the cluster. */
  public FakeDamage damage() {
    return damage;
  }

  /** The objects that servers know. */
  public FakeObjects objects() {
    return objects;
  }

  @Override
  public CompletableFuture<ObjectsResult> objects(ServerInfo server, int volume, byte[] cursor) {
    return answer(() -> objects.objects(server, volume, cursor));
  }

  @Override
  public CompletableFuture<CheckResult> check(ServerInfo server, byte[] cursor) {
    return answer(() -> damage.check(server, cursor));
  }

  @Override
  public CompletableFuture<CheckResult> checkData(ServerInfo server, byte[] cursor) {
    return answer(() -> damage.checkData(server, cursor));
  }

  @Override
  public CompletableFuture<List<Verdict>> recheck(
      ServerInfo server, @Nullable InodeId lostAndFound, List<Finding> findings) {
    return answer(() -> damage.recheck(lostAndFound != null, findings));
  }

  private List<MoveStatus> movesTo(ServerInfo server) {
    return view.moves().stream()
        .filter(move -> view.ownerOf(move.slot()).equals(server))
        .map(move -> new MoveStatus(move.slot(), move.from(), 3, 700))
        .toList();
  }

  @Override
  public CompletableFuture<ClusterView> changeCluster(
      ClusterChangeRequest.Kind kind, ServerId server) {
    return answer(
        () -> {
          try {
            view =
                switch (kind) {
                  case DRAIN -> ViewChanges.drain(view, server);
                  case UNDRAIN -> ViewChanges.undrain(view, server);
                  case REMOVE -> ViewChanges.remove(view, server);
                };
          } catch (MembershipException e) {
            throw ErrorCode.EIO.exception(String.valueOf(e.getMessage()));
          }
          return view;
        });
  }

  @Override
  public CompletableFuture<List<CheckpointInfo>> checkpoint(
      ServerInfo server, CheckpointRequest.Action action, String name) {
    return answer(
        () -> {
          if (secondDown && server.id().value().equals("s2")) {
            throw ErrorCode.ETIMEDOUT.exception("s2 at 10.0.0.2:7000 did not answer");
          }
          String key = server.id() + "/" + name;
          switch (action) {
            case MAKE -> {
              if (!checkpoints.add(key)) {
                throw ErrorCode.EEXIST.exception(key);
              }
              return List.of(checkpoint(key));
            }
            case REMOVE -> {
              if (!checkpoints.remove(key)) {
                throw ErrorCode.ENOENT.exception(key);
              }
              return List.of();
            }
            case LIST -> {
              return checkpoints.stream()
                  .filter(each -> each.startsWith(server.id() + "/"))
                  .map(InMemoryClient::checkpoint)
                  .toList();
            }
          }
          throw new AssertionError(action);
        });
  }

  private static CheckpointInfo checkpoint(String key) {
    return new CheckpointInfo(
        key.substring(key.indexOf('/') + 1), 1_700_000_000_000L, 5 << 20, "/data/" + key);
  }

  @Override
  public CompletableFuture<ClusterView> clusterView() {
    return answer(
        () -> {
          if (slotsMove) {
            moveOn();
          }
          return view;
        });
  }

  /** Completes one move, and starts the moves that can then start. */
  private void moveOn() {
    if (!view.moves().isEmpty()) {
      SlotMove move = view.moves().get(0);
      view = ViewChanges.complete(view, move.slot(), move.since());
    }
    ClusterFormat format =
        new ClusterFormat(view.clusterId(), view.slots().slots(), 1, view.settings());
    view = SlotPlanner.plan(format, view.servers(), view).orElseThrow();
  }

  /** Makes each later read of the view advance the slot moves by one step. */
  public void letSlotsMove() {
    slotsMove = true;
  }

  /** Sets the registration status of all servers. */
  public void setRegistration(RegistrationStatus newRegistration) {
    registration = newRegistration;
  }
}
