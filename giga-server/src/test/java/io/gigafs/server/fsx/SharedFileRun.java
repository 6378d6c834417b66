package io.gigafs.server.fsx;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.Simulation;
import io.gigafs.tablefs.Durability;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Several clients use one file at the same time, while servers are killed and, with every third
 * seed, a client as well. All records that they flushed are in the file, complete and exactly once.
 *
 * <p>A record contains its writer and its number; the rest is derived from these.
 */
record SharedFileRun(StepSpec spec, DataPath path, long seed) {
  private static final int CLIENTS = 3;
  private static final int RECORDS = 40;
  private static final int RECORD_BYTES = 48;
  private static final int SLOTS_EACH = 12;
  private static final GigaPath FILE = GigaPath.parse("/f");
  private static final long MAX_MILLIS_BETWEEN_RECORDS = 60;
  private static final long MIN_MILLIS_BETWEEN_KILLS = 800;
  private static final long MAX_MILLIS_BETWEEN_KILLS = 1_800;
  private static final long REBOOT_NANOS = 1_100_000_000L;
  private static final int RESTING_MILLIS = 30_000;

  /** The operation of the clients. */
  enum StepSpec {
    /** All clients append. */
    APPEND,
    /** Each client writes repeatedly to its own slots. */
    WRITE_APART,
    /** The first client truncates or extends the file; the others write anywhere. */
    TRUNCATE_AND_WRITE
  }

  /** A client and its progress. */
  private static final class Worker {
    private final int number;
    private final SimulatedClient client;
    private final Random random;
    private final int[] slotOf = new int[RECORDS];

    /** Number of records that it knows to be in the file. */
    private int flushed;

    private boolean isDead;
    private @Nullable CompletableFuture<Void> done;

    Worker(int number, SimulatedClient client, Random random) {
      this.number = number;
      this.client = client;
      this.random = random;
    }

    /** Whether its work is done, or it died before. */
    boolean hasEnded() {
      return isDead || (done != null && done.isDone());
    }
  }

  @Override
  public String toString() {
    return spec + " " + path + " " + seed;
  }

  void run(Path directory) throws GigaException {
    SimulatedCluster cluster =
        Setup.seeded(seed)
            .withServers(3, 8)
            .withInlineLimit(500)
            .withDurability(Durability.INTERVAL)
            .start(directory);
    cluster.addVolume("v");
    Simulation simulation = cluster.simulation();
    simulation.runMillis(1_000);
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      SimulatedClient client = cluster.client(Duration.ofMinutes(2), path);
      workers.add(new Worker(i, client, new Random(seed * CLIENTS + i)));
    }
    simulation.await(workers.get(0).client.async().create(FILE, 0644, true));
    for (Worker worker : workers) {
      worker.done = work(simulation, worker);
    }
    injectFault(cluster, workers, new Random(seed));
    simulation.runUntil(
        "all clients have ended", () -> workers.stream().allMatch(Worker::hasEnded));
    for (Worker worker : workers) {
      if (!worker.isDead && worker.done != null) {
        simulation.await(worker.done);
      }
    }
    simulation.runMillis(RESTING_MILLIS);
    check(cluster, workers);
  }

  private CompletableFuture<Void> work(Simulation simulation, Worker worker) {
    AsyncGigaClient client = worker.client.async();
    return client
        .open(FILE, OpenOptions.of(Flag.READ, Flag.WRITE))
        .thenCompose(
            file -> next(simulation, worker, file, 0).thenCompose(worked -> file.closeAsync()));
  }

  private CompletableFuture<Void> next(
      Simulation simulation, Worker worker, OpenFile file, int record) {
    if (record == RECORDS) {
      return CompletableFuture.completedFuture(null);
    }
    return pause(simulation, worker)
        .thenCompose(rested -> one(worker, file, record))
        .thenCompose(done -> file.flush())
        .thenCompose(
            flushed -> {
              worker.flushed = record + 1;
              return next(simulation, worker, file, record + 1);
            });
  }

  /** Pauses, so that servers and clients die during the work. */
  private static CompletableFuture<Void> pause(Simulation simulation, Worker worker) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    long millis = worker.random.nextLong(MAX_MILLIS_BETWEEN_RECORDS);
    simulation.after(
        millis * 1_000_000L,
        () -> {
          if (!worker.isDead) {
            over.complete(null);
          }
        });
    return over;
  }

  private CompletableFuture<?> one(Worker worker, OpenFile file, int record) {
    ByteBuffer bytes = ByteBuffer.wrap(bytes(worker.number, record));
    switch (spec) {
      case APPEND -> {
        return file.append(bytes);
      }
      case WRITE_APART ->
          worker.slotOf[record] = worker.number + CLIENTS * worker.random.nextInt(SLOTS_EACH);
      case TRUNCATE_AND_WRITE -> {
        int slot = worker.random.nextInt(CLIENTS * SLOTS_EACH);
        if (worker.number == 0) {
          AttributeChange change = AttributeChange.ofSize((long) slot * RECORD_BYTES);
          return worker.random.nextBoolean()
              ? file.setAttributes(change)
              : worker.client.async().setAttributes(FILE, change);
        }
        worker.slotOf[record] = slot;
      }
    }
    return file.write((long) worker.slotOf[record] * RECORD_BYTES, bytes);
  }

  private static byte[] bytes(int worker, int record) {
    byte[] bytes = new byte[RECORD_BYTES];
    new SplittableRandom(worker * RECORDS + record).nextBytes(bytes);
    bytes[0] = (byte) (worker + 1);
    bytes[1] = (byte) record;
    return bytes;
  }

  private void injectFault(SimulatedCluster cluster, List<Worker> workers, Random random) {
    Simulation simulation = cluster.simulation();
    if (seed % 3 == 0) {
      Worker victim = workers.get(random.nextInt(CLIENTS));
      simulation.after(
          random.nextLong(RECORDS * MAX_MILLIS_BETWEEN_RECORDS / 2) * 1_000_000L,
          () -> {
            victim.isDead = !victim.hasEnded();
            victim.client.kill();
          });
    }
    simulation.after(random.nextInt(20) * 1_000_000L, () -> kill(cluster, workers, random, 0));
  }

  /** Kills a server other than the last one: each is up long enough to renew sessions. */
  private static void kill(
      SimulatedCluster cluster, List<Worker> workers, Random random, int last) {
    if (workers.stream().allMatch(Worker::hasEnded)) {
      return;
    }
    int servers = cluster.servers().size();
    int number = (last + 1 + random.nextInt(servers - 1)) % servers;
    SimulatedServer server = cluster.server(number);
    if (server.isUp()) {
      server.kill();
      cluster.simulation().after(REBOOT_NANOS, server::startIfDown);
    }
    long later = random.nextLong(MIN_MILLIS_BETWEEN_KILLS, MAX_MILLIS_BETWEEN_KILLS) * 1_000_000L;
    cluster.simulation().after(later, () -> kill(cluster, workers, random, number));
  }

  private void check(SimulatedCluster cluster, List<Worker> workers) throws GigaException {
    SimulatedClient reader = cluster.client();
    byte[] found = reader.await(reader.async().readFile(FILE));
    require(found.length % RECORD_BYTES == 0, "the size is " + found.length);
    require(reader.stat("/f").size() == found.length, "stat tells another size than was read");
    List<int @Nullable []> records = new ArrayList<>();
    for (int at = 0; at < found.length; at += RECORD_BYTES) {
      records.add(parse(Arrays.copyOfRange(found, at, at + RECORD_BYTES), at));
    }
    for (Worker worker : workers) {
      switch (spec) {
        case APPEND -> checkAppended(worker, records, workers);
        case WRITE_APART -> checkApart(worker, records);
        case TRUNCATE_AND_WRITE -> checkWritten(worker, records);
      }
    }
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  /** The writer and the number of a record; null for zeros. */
  private static int @Nullable [] parse(byte[] record, int at) {
    if (Arrays.equals(record, new byte[RECORD_BYTES])) {
      return null;
    }
    int[] parsed = {record[0] - 1, record[1]};
    require(
        parsed[0] >= 0
            && parsed[0] < CLIENTS
            && parsed[1] >= 0
            && Arrays.equals(record, bytes(parsed[0], parsed[1])),
        "no whole record is at " + at);
    return parsed;
  }

  /** Each flushed record exists once, in order; the next one leaves at most a hole. */
  private static void checkAppended(
      Worker worker, List<int @Nullable []> records, List<Worker> workers) {
    int next = 0;
    int holes = 0;
    for (int[] record : records) {
      if (record == null) {
        holes++;
      } else if (record[0] == worker.number) {
        require(
            record[1] == next,
            "record %d of client %d comes where %d should".formatted(record[1], record[0], next));
        next++;
      }
    }
    require(
        next >= worker.flushed && next <= worker.flushed + (worker.isDead ? 1 : 0),
        "%d records of client %d, which flushed %d".formatted(next, worker.number, worker.flushed));
    long dead = workers.stream().filter(each -> each.isDead).count();
    require(holes <= dead, holes + " holes, though so many clients died: " + dead);
  }

  /** Each slot holds the last flushed record, or one written after it. */
  private static void checkApart(Worker worker, List<int @Nullable []> records) {
    for (int slot = worker.number; slot < CLIENTS * SLOTS_EACH; slot += CLIENTS) {
      int last = -1;
      for (int record = 0; record < worker.flushed; record++) {
        last = worker.slotOf[record] == slot ? record : last;
      }
      int[] found = slot < records.size() ? records.get(slot) : null;
      boolean isLast = found == null ? last < 0 : found[0] == worker.number && found[1] == last;
      boolean isNext =
          worker.isDead
              && found != null
              && found[0] == worker.number
              && found[1] == worker.flushed
              && worker.slotOf[worker.flushed] == slot;
      require(
          isLast || isNext,
          "place %d of client %d holds %s, should hold %d"
              .formatted(slot, worker.number, Arrays.toString(found), last));
    }
  }

  /** Each record is in a slot where it was written. */
  private static void checkWritten(Worker worker, List<int @Nullable []> records) {
    for (int slot = 0; slot < records.size(); slot++) {
      int[] found = records.get(slot);
      if (found != null && found[0] == worker.number) {
        require(
            found[1] <= worker.flushed && worker.slotOf[found[1]] == slot,
            "place %d holds record %d of client %d".formatted(slot, found[1], found[0]));
      }
    }
  }
}
