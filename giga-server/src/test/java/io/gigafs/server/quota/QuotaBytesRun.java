package io.gigafs.server.quota;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.Quota;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.Simulation;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.data.VolumeObjectRow;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.Store;
import io.gigafs.volume.MemoryVolume;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Several clients write to files below a quota that is exhausted repeatedly, by all data paths,
 * while servers and a client die. The files never have more bytes than the quota allows; at rest
 * the usage equals their bytes.
 */
record QuotaBytesRun(long seed) {
  private static final long LIMIT = 400_000;
  private static final int CLIENTS = 4;
  private static final int FILES = 5;
  private static final int STEPS = 60;
  private static final int MAX_OFFSET = 150_000;
  private static final int MAX_LENGTH = 30_000;
  private static final long MILLI = 1_000_000;
  private static final long LOOK_NANOS = 20 * MILLI;
  private static final int RESTING_MILLIS = 90_000;
  private static final String DIRECTORY = "/q";

  @Override
  public String toString() {
    return "seed " + seed;
  }

  /** The state of one run. */
  private final class Run {
    final SimulatedCluster cluster;
    final Simulation simulation;
    final MemoryVolume volume;
    final List<Worker> workers = new ArrayList<>();
    final StringBuilder said = new StringBuilder();
    int refused;

    Run(Path folder) {
      cluster =
          Setup.seeded(seed)
              .withServers(3, 8)
              .withSplitThreshold(1_000)
              .withInlineLimit(2_000)
              .withDurability(Durability.INTERVAL)
              .start(folder);
      simulation = cluster.simulation();
      volume = cluster.addVolume("v");
    }

    /** The bytes of all files below the quota, read from the stores. */
    long bytes() {
      long[] bytes = new long[1];
      said.setLength(0);
      for (SimulatedServer server : cluster.servers()) {
        Store store = server.contents();
        for (int slot = 0; slot < cluster.view().slots().slots(); slot++) {
          store.scanPartitions(
              slot,
              (key, header) -> {
                if (header.quotaDomain() != 0) {
                  store.scanEntries(
                      new EntryRange(key.directory(), 0, -1),
                      null,
                      (entry, file) -> {
                        long more = bytesOf(store, entry, file);
                        bytes[0] += more;
                        said.append(
                            " %s/%s: %d, counts %d;"
                                .formatted(
                                    Long.toHexString(key.directory()),
                                    new String(entry.name(), US_ASCII),
                                    more,
                                    file.size()));
                        return true;
                      });
                }
                return true;
              });
        }
      }
      return bytes[0];
    }

    private long bytesOf(Store store, EntryKey key, Attributes file) {
      if (file.type() != FileType.REGULAR || file.has(Attributes.LINKED)) {
        return 0;
      }
      if (!StoredFiles.isStored(file)) {
        return file.size();
      }
      byte[] object =
          volume.bytesOf(
              VolumeObjectRow.decode(Objects.requireNonNull(store.getInline(key)))
                  .location()
                  .path());
      return object == null ? 0 : object.length;
    }

    void look() {
      long bytes = bytes();
      if (bytes > LIMIT) {
        throw new AssertionError(bytes + " bytes at " + simulation.nowNanos() + " ns:" + said);
      }
      if (!haveEnded()) {
        simulation.after(LOOK_NANOS, this::look);
      }
    }

    boolean haveEnded() {
      return workers.stream().allMatch(Worker::hasEnded);
    }

    void killServers(Random random) {
      if (haveEnded()) {
        return;
      }
      SimulatedServer server = cluster.server(random.nextInt(cluster.servers().size()));
      if (cluster.servers().stream().allMatch(SimulatedServer::isUp)) {
        if (random.nextBoolean()) {
          server.kill();
        } else {
          server.crash();
        }
        simulation.after(1_100 * MILLI, server::startIfDown);
      }
      simulation.after(random.nextLong(800, 4_000) * MILLI, () -> killServers(random));
    }
  }

  /** A client. */
  private static final class Worker {
    private final Run run;
    private final SimulatedClient client;
    private final Random random;
    private boolean isDead;
    private CompletableFuture<Void> done = new CompletableFuture<>();

    Worker(Run run, SimulatedClient client, Random random) {
      this.run = run;
      this.client = client;
      this.random = random;
    }

    boolean hasEnded() {
      return isDead || done.isDone();
    }

    void begin() {
      done = steps(STEPS);
    }

    private CompletableFuture<Void> steps(int left) {
      if (left == 0) {
        return CompletableFuture.completedFuture(null);
      }
      return pause()
          .thenCompose(rested -> step())
          .handle(
              (done, failure) -> {
                if (failure != null) {
                  note(failure);
                }
                return (Void) null;
              })
          .thenCompose(done -> steps(left - 1));
    }

    /** Servers die, and sessions with them: only errors of the quota are of interest. */
    private void note(Throwable failure) {
      if (Futures.cause(failure) instanceof GigaException known
          && known.code() == ErrorCode.EDQUOT) {
        run.refused++;
      }
    }

    private CompletableFuture<Void> pause() {
      CompletableFuture<Void> over = new CompletableFuture<>();
      run.simulation.after(
          random.nextLong(100) * MILLI,
          () -> {
            if (!isDead) {
              over.complete(null);
            }
          });
      return over;
    }

    private CompletableFuture<?> step() {
      GigaPath path = GigaPath.parse(DIRECTORY + "/f" + random.nextInt(FILES));
      AsyncGigaClient async = client.async();
      return switch (random.nextInt(10)) {
        case 0 -> async.unlink(path);
        case 1 -> async.setAttributes(path, AttributeChange.ofSize(random.nextInt(MAX_OFFSET)));
        case 2 -> async.writeFile(path, 0644, new byte[random.nextInt(MAX_LENGTH)], false);
        default -> {
          List<Flag> flags = new ArrayList<>(List.of(Flag.READ, Flag.WRITE, Flag.CREATE));
          if (random.nextInt(4) == 0) {
            flags.add(Flag.TRUNCATE);
          }
          yield async
              .open(
                  path,
                  OpenOptions.of(flags.get(0), flags.subList(1, flags.size()).toArray(Flag[]::new)))
              .thenCompose(
                  file ->
                      writes(file, 1 + random.nextInt(6))
                          .handle((wrote, failure) -> failure)
                          .thenCompose(
                              failure ->
                                  file.closeAsync()
                                      .thenCompose(
                                          closed ->
                                              failure == null
                                                  ? CompletableFuture.completedFuture(null)
                                                  : CompletableFuture.failedFuture(failure))));
        }
      };
    }

    private CompletableFuture<?> writes(OpenFile file, int left) {
      if (left == 0) {
        return CompletableFuture.completedFuture(null);
      }
      return pause().thenCompose(rested -> write(file)).thenCompose(d -> writes(file, left - 1));
    }

    private CompletableFuture<?> write(OpenFile file) {
      ByteBuffer bytes = ByteBuffer.wrap(new byte[1 + random.nextInt(MAX_LENGTH)]);
      return switch (random.nextInt(8)) {
        case 0, 1 -> file.append(bytes);
        case 2 -> file.setAttributes(AttributeChange.ofSize(random.nextInt(MAX_OFFSET)));
        case 3 -> file.sync();
        default -> file.write(random.nextInt(MAX_OFFSET), bytes);
      };
    }
  }

  void run(Path folder) throws GigaException {
    Run run = new Run(folder);
    run.simulation.runMillis(1_000);
    SimulatedClient first = run.cluster.client();
    first.makeDirectory(DIRECTORY);
    first.await(first.async().setQuota(GigaPath.parse(DIRECTORY), 0, LIMIT));
    for (int i = 0; i < CLIENTS; i++) {
      SimulatedClient client =
          run.cluster.client(Duration.ofMinutes(2), i % 2 == 0 ? DataPath.CLIENT : DataPath.SERVER);
      run.workers.add(new Worker(run, client, new Random(seed * CLIENTS + i)));
    }
    run.workers.forEach(Worker::begin);
    Random random = new Random(seed);
    run.look();
    run.simulation.after(random.nextInt(500) * MILLI, () -> run.killServers(random));
    if (seed % 2 == 0) {
      Worker victim = run.workers.get(random.nextInt(CLIENTS));
      run.simulation.after(
          random.nextLong(1_000, 8_000) * MILLI,
          () -> {
            victim.isDead = !victim.hasEnded();
            victim.client.kill();
          });
    }
    run.simulation.runUntil("all clients have ended", run::haveEnded);
    run.cluster.heal();
    run.simulation.runMillis(RESTING_MILLIS);
    Quota quota = first.await(first.async().quota(GigaPath.parse(DIRECTORY)));
    if (quota.usedBytes() != run.bytes() || run.bytes() > LIMIT) {
      throw new AssertionError(
          "the quota counts " + quota.usedBytes() + " bytes of " + run.bytes() + ":" + run.said);
    }
    if (run.refused == 0) {
      throw new AssertionError("the quota was never used up");
    }
  }
}
