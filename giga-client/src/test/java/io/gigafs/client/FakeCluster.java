package io.gigafs.client;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.client.request.NoticeListener;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.TestViews;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.RpcClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in memory and virtual time that answers like real servers: GIGA+ partitions with a tiny
 * split threshold, redirects, leases, replies to repeated mutations, and a network with a given
 * loss rate. All behaviour follows from the seed.
 */
public final class FakeCluster {
  private static final UUID CLUSTER = new UUID(1, 2);

  public final VirtualTime time = new VirtualTime();
  public final FakeReplies replies = new FakeReplies();
  public final FakeLeases leases = new FakeLeases(time);
  public final List<FakeServer> servers = new ArrayList<>();

  /** All requests in order of arrival. */
  public final List<Request<?>> arrived = new ArrayList<>();

  /** Answers instead of a server, or changes the cluster before the server answers. */
  public Interceptor interceptor = (server, request) -> null;

  /** How long a client's tasks wait, so that creates are gathered meanwhile; 0 for not at all. */
  public long gathersMicros;

  /** The share of requests, and of answers, that get lost, per mille. */
  public int lossPerMille;

  /** The share of requests that are answered with a retry, per mille. */
  public int retryPerMille;

  public int leaseMillis = 1_000;
  public int pageEntries = 3;
  public int threshold;

  private final Random random;
  private ClusterView view;
  private long nextInode = InodeId.FIRST_COUNTER;

  /** See {@link FakeCluster#interceptor}. */
  public interface Interceptor {
    @Nullable Answer<? extends Result> before(FakeServer server, Request<?> request);
  }

  public FakeCluster(long seed, int serverCount, int slots, int threshold) {
    this.random = new Random(seed);
    this.threshold = threshold;
    List<ServerInfo> infos = new ArrayList<>();
    for (int i = 0; i < serverCount; i++) {
      infos.add(new ServerInfo(new ServerId("s" + i), new Endpoint("host" + i, 7000 + i)));
    }
    view =
        TestViews.of(
            CLUSTER,
            1,
            new ClusterSettings(Math.max(2, threshold)),
            infos,
            SlotTable.interleaved(slots, serverCount));
    for (ServerInfo info : infos) {
      servers.add(new FakeServer(this, info, view));
    }
    FileAttributes superRoot = attributes(FileType.DIRECTORY, 0755, Caller.ROOT);
    FakePartition above = new FakePartition(InodeId.SUPER_ROOT, InodeId.SUPER_ROOT, superRoot);
    FileAttributes root =
        new FileAttributes(
            InodeId.ROOT, FileType.DIRECTORY, 0755, 0, 0, 0, 2, time.nanos(), time.nanos(), 1, 0);
    above.entries.put(FakePartition.ResolvedPath.of(InodeId.ROOT_NAME), root);
    place(above);
    place(new FakePartition(InodeId.ROOT, InodeId.SUPER_ROOT, root));
  }

  public VirtualTime time() {
    return time;
  }

  public ClusterView view() {
    return view;
  }

  public ClientSettings settings() {
    return ClientSettings.builder(servers.stream().map(server -> server.info().endpoint()).toList())
        .timeout(Duration.ofSeconds(30))
        .build();
  }

  public AsyncGigaClient client() {
    return client(settings());
  }

  public AsyncGigaClient client(ClientSettings settings) {
    try {
      return time.await(open(settings));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  public CompletableFuture<AsyncGigaClient> open(ClientSettings settings) {
    return GigaClients.open(settings, Connection::new, time, time, random);
  }

  public FileAttributes attributes(FileType type, int mode, Caller caller) {
    long now = time.nanos();
    int slot = type == FileType.DIRECTORY ? random.nextInt(view.slots().slots()) : 0;
    int links = type == FileType.DIRECTORY ? 2 : 1;
    InodeId id = InodeId.of(slot, nextInode++);
    return new FileAttributes(
        id, type, mode, caller.uid(), caller.gid(), 0, links, now, now, now, 0);
  }

  /** Stores a partition on the server that owns its slot. */
  public void place(FakePartition partition) {
    holder(partition).add(partition);
  }

  public void drop(FakePartition partition) {
    holder(partition).remove(partition);
  }

  public List<FakePartition> partitionsOf(InodeId directory) {
    return servers.stream()
        .flatMap(server -> server.partitions().stream())
        .filter(partition -> partition.directory.equals(directory))
        .toList();
  }

  public void splitWhileFull(FakePartition partition) {
    boolean splits =
        partition.partition.canSplit() && !partition.directory.equals(InodeId.SUPER_ROOT);
    if (partition.entries.size() > threshold && splits) {
      FakePartition child = split(partition);
      splitWhileFull(partition);
      splitWhileFull(child);
    }
  }

  @CanIgnoreReturnValue
  public FakePartition split(FakePartition partition) {
    FakePartition child = partition.split();
    place(child);
    return child;
  }

  /**
   * Moves a slot to another server. Only the old owner and the given servers learn of the new view.
   */
  public void moveSlot(int slot, int toServer, FakeServer... notified) {
    int[] owners = view.slots().toArray();
    List<FakePartition> moving =
        servers.get(owners[slot]).partitions().stream()
            .filter(each -> view.slotOf(each.directory, each.index()) == slot)
            .toList();
    moving.forEach(this::drop);
    FakeServer giver = servers.get(owners[slot]);
    owners[slot] = toServer;
    view =
        TestViews.of(
            CLUSTER, view.epoch() + 1, view.settings(), view.servers(), SlotTable.of(owners));
    moving.forEach(this::place);
    giver.view = view;
    for (FakeServer server : notified) {
      server.view = view;
    }
  }

  private FakeServer holder(FakePartition partition) {
    ServerInfo owner = view.ownerOf(partition.directory, partition.index());
    return servers.get(view.servers().indexOf(owner));
  }

  /** All connections of one client. */
  public final class Connection implements RpcClient {
    private final long clientId;
    private final NoticeListener listener;
    private boolean closed;

    Connection(long clientId, NoticeListener listener) {
      this.clientId = clientId;
      this.listener = listener;
    }

    long clientId() {
      return clientId;
    }

    /** Sends the client a notice. */
    void send(Notice notice) {
      time.afterMicros(latencyMicros(), () -> listener.notice(notice, this::returned));
    }

    private void returned(Notice notice) {
      if (notice instanceof Notice.LeaseReturned lease) {
        time.afterMicros(latencyMicros(), () -> leases.returned(lease.lease()));
      }
    }

    @Override
    public <R extends Result> CompletableFuture<Answer<R>> call(
        Endpoint endpoint, Request<R> request, long deadlineNanos) {
      CompletableFuture<Answer<R>> future = new CompletableFuture<>();
      time.atNanos(
          deadlineNanos,
          () ->
              future.completeExceptionally(
                  ErrorCode.ETIMEDOUT.exception("server " + endpoint + " did not answer")));
      FakeServer server =
          servers.stream()
              .filter(each -> each.info().endpoint().equals(endpoint))
              .findFirst()
              .orElse(null);
      if (closed || server == null) {
        future.completeExceptionally(ErrorCode.EIO.exception(endpoint + ": connection refused"));
      } else if (!isLost(endpoint, future)) {
        time.afterMicros(latencyMicros(), () -> arrive(server, request, future));
      }
      return future;
    }

    @Override
    public void execute(Runnable task) {
      if (gathersMicros == 0) {
        task.run();
      } else {
        time.afterMicros(gathersMicros, task);
      }
    }

    private <R extends Result> void arrive(
        FakeServer server, Request<R> request, CompletableFuture<Answer<R>> future) {
      Endpoint endpoint = server.info().endpoint();
      if (!server.up) {
        future.completeExceptionally(ErrorCode.EIO.exception(endpoint + ": connection refused"));
        return;
      }
      arrived.add(request);
      Consumer<Answer<R>> answer =
          given -> {
            if (!isLost(endpoint, future)) {
              time.afterMicros(latencyMicros(), () -> future.complete(given));
            }
          };
      Answer<R> intercepted = intercept(server, request);
      if (intercepted != null) {
        answer.accept(intercepted);
      } else if (random.nextInt(1_000) < retryPerMille) {
        answer.accept(new Answer.Retry<>(random.nextInt(5)));
      } else {
        server.handle(this, request, answer);
      }
    }

    @SuppressWarnings("unchecked") // The interceptor of a test matches the request type.
    private <R extends Result> @Nullable Answer<R> intercept(
        FakeServer server, Request<R> request) {
      return (Answer<R>) interceptor.before(server, request);
    }

    /** Half of the lost messages break the connection; the other half disappear silently. */
    private boolean isLost(Endpoint endpoint, CompletableFuture<?> future) {
      if (random.nextInt(1_000) >= lossPerMille) {
        return false;
      }
      if (random.nextBoolean()) {
        time.afterMicros(
            latencyMicros(),
            () ->
                future.completeExceptionally(
                    ErrorCode.EIO.exception(endpoint + ": connection lost")));
      }
      return true;
    }

    private long latencyMicros() {
      return 100L + random.nextInt(400);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
