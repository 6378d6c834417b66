package io.gigafs.server;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.LocalCluster;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.rpc.MemoryBudget;
import io.gigafs.volume.MemoryStorage;
import io.gigafs.volume.MemoryVolume;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.VolumeProvider;
import io.gigafs.volume.VolumeRoots;
import io.gigafs.volume.posix.PosixProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of real servers over loopback within this process, with membership in memory. For one
 * thread; its clients are for any.
 */
public final class TestCluster implements AutoCloseable {
  private static final long POLL_MILLIS = 10;
  private static final long VIEW_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Path directory;
  private final LocalCluster membership;
  private final UnaryOperator<ServerSettings.Builder> tuning;
  private final MemoryStorage storage = new MemoryStorage();
  private final List<@Nullable GigaServer> servers = new ArrayList<>();
  private final List<GigaClient> clients = new ArrayList<>();

  private TestCluster(
      Path directory, LocalCluster membership, UnaryOperator<ServerSettings.Builder> tuning) {
    this.directory = directory;
    this.membership = membership;
    this.tuning = tuning;
  }

  /** Starts this many servers with this split threshold. */
  public static TestCluster start(Path directory, int servers, int slots, int splitThreshold)
      throws Exception {
    return start(directory, servers, slots, splitThreshold, settings -> settings);
  }

  /** Starts servers with further settings. */
  public static TestCluster start(
      Path directory,
      int servers,
      int slots,
      int splitThreshold,
      UnaryOperator<ServerSettings.Builder> tuning)
      throws Exception {
    ClusterFormat format =
        new ClusterFormat(UUID.randomUUID(), slots, servers, new ClusterSettings(splitThreshold));
    TestCluster cluster = new TestCluster(directory, new LocalCluster(format), tuning);
    try {
      cluster.startAll(servers);
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private void startAll(int count) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<GigaServer>> starting = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        starting.add(threads.submit(() -> startServer(number)));
      }
      for (Future<GigaServer> started : starting) {
        servers.add(started.get());
      }
    } finally {
      threads.shutdown();
    }
  }

  private GigaServer startServer(int number) {
    ServerSettings.Builder settings =
        ServerSettings.builder(
            new ServerId("s" + number),
            directory.resolve("s" + number),
            new Endpoint("127.0.0.1", 0));
    ServerSettings tuned = tuning.apply(settings).build();
    VolumeRoots roots =
        tuned.volumeRoots().equals(VolumeRoots.NONE) ? VolumeRoots.ANYWHERE : tuned.volumeRoots();
    return GigaServer.start(
        tuned, membership.membership(), new OpenVolumes(kindsOfVolumes(), roots));
  }

  /** The storage kinds of the class path, and memory. */
  private List<VolumeProvider> kindsOfVolumes() {
    List<VolumeProvider> kinds = new ArrayList<>(List.of(storage));
    ServiceLoader.load(VolumeProvider.class).forEach(kinds::add);
    return kinds;
  }

  /** The storage of volumes {@code memory:}. */
  public MemoryStorage storage() {
    return storage;
  }

  /** Adds an empty volume in memory; returns its storage, to make it fail. */
  public MemoryVolume addVolume(String name) throws VolumeException {
    URI uri = URI.create("memory:///" + name);
    addVolume(uri, storage);
    return storage.volume(uri);
  }

  /** Adds a volume that is an empty directory below the cluster's, which it returns. */
  public Path addPosixVolume(String name) throws IOException {
    Path root = Files.createDirectories(directory.resolve("volumes").resolve(name));
    addVolume(URI.create("posix://" + root), new PosixProvider());
    return root;
  }

  /** Adds a volume of some kind, which has to be on the class path. */
  public void addVolume(URI uri, VolumeProvider provider) throws VolumeException {
    ClusterView before = view();
    provider.prepare(uri, new VolumeMark(before.clusterId(), before.nextVolume()), false);
    change(now -> VolumeChanges.add(now, uri, VolumeInfo.State.ACTIVE, VolumeSettings.UNCHANGED));
    awaitView(view().epoch());
  }

  /** Waits until all running servers have adopted this view, or a newer one. */
  private void awaitView(long epoch) {
    long deadline = System.nanoTime() + VIEW_NANOS;
    for (GigaServer server : servers) {
      while (server != null && server.view().epoch() < epoch) {
        if (System.nanoTime() - deadline > 0) {
          throw new AssertionError("a server does not adopt view " + epoch + ": " + server.view());
        }
        LockSupport.parkNanos(POLL_MILLIS * 1_000_000);
      }
    }
  }

  /** The memory of a server for the bytes of files in transfer. */
  MemoryBudget dataMemory(int number) {
    return Objects.requireNonNull(servers.get(number)).dataMemory();
  }

  /** Stops a server, cleanly. */
  public void stop(int number) {
    GigaServer server = servers.get(number);
    if (server != null) {
      servers.set(number, null);
      server.close();
    }
  }

  /** Starts a stopped server again, on its data and a new port. */
  public void restart(int number) {
    servers.set(number, startServer(number));
  }

  /** Starts another server, which joins the cluster; returns its number. */
  public int add() {
    int number = servers.size();
    servers.add(startServer(number));
    return number;
  }

  /** The newest view. */
  public ClusterView view() {
    return membership.view().orElseThrow();
  }

  /** Changes the view as a server does for an operator. */
  public void change(UnaryOperator<ClusterView> change) {
    membership.update(change);
  }

  /** Waits until no slot is left to move. */
  public void awaitBalance(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (SlotPlanner.slotsToMove(view()) > 0) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("slots are still moving after " + timeout + ": " + view());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** The endpoints of the running servers. */
  public List<Endpoint> endpoints() {
    List<Endpoint> endpoints = new ArrayList<>();
    for (GigaServer server : servers) {
      if (server != null) {
        endpoints.add(server.endpoint());
      }
    }
    return endpoints;
  }

  /** Creates a client that is closed with the cluster. */
  public GigaClient client() throws Exception {
    return client(settings -> settings);
  }

  /** Creates a client with other settings. */
  public GigaClient client(UnaryOperator<ClientSettings.Builder> tuned) throws Exception {
    ClientSettings.Builder usual =
        ClientSettings.builder(endpoints()).timeout(Duration.ofSeconds(20));
    GigaClient client = GigaClients.connect(tuned.apply(usual).build());
    clients.add(client);
    return client;
  }

  @Override
  public void close() {
    clients.forEach(GigaClient::close);
    for (int i = 0; i < servers.size(); i++) {
      stop(i);
    }
  }
}
