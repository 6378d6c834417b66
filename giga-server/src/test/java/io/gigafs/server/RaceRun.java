package io.gigafs.server;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.DelegationSettings;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.InvariantViolation.Fault;
import io.gigafs.server.NameHistory.Act;
import io.gigafs.server.NameHistory.Event;
import io.gigafs.server.NameHistory.ObservedResult;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Clients create, rename, exchange, link, remove and look up a few files in directories on several
 * servers concurrently, during faults. The answers must be linearizable over all names, and at the
 * end each file has as many links as names. The same kind of fault and seed give the same run.
 */
record RaceRun(FaultKind fault, long seed) implements SimulatedRun {
  /** The prefix of such runs for {@code bin/simulate --replay}. */
  static final String PREFIX = "RACE-";

  private static final int CLIENTS = 3;
  private static final int OPERATIONS = 40;
  private static final int MAX_PAUSE_MICROS = 30_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final List<String> DIRECTORIES = List.of("/r0", "/r1");
  private static final List<String> NAMES =
      List.of("/r0/a", "/r0/b", "/r0/c", "/r1/a", "/r1/b", "/r1/c");

  /** Other files, so that the directories are split. */
  private static final int OTHERS = 24;

  /** Faults that lose acknowledged changes are left to {@link History}, which allows for them. */
  static final List<FaultKind> FAULTS =
      Stream.of(FaultKind.values()).filter(each -> !each.mayLose()).toList();

  /** Faults during which a client can flush in time; otherwise it may lose its creates. */
  private static final EnumSet<FaultKind> DELEGATING =
      EnumSet.of(FaultKind.PEACE, FaultKind.SLOW_DISKS, FaultKind.CLOCKS, FaultKind.MOVES);

  static RaceRun parse(String text) {
    SeededRun run = SeededRun.parse(text.substring(PREFIX.length()));
    return new RaceRun(run.fault(), run.seed());
  }

  static boolean isOne(String text) {
    return text.toUpperCase(Locale.ROOT).startsWith(PREFIX);
  }

  @Override
  public String toString() {
    return PREFIX + fault + ":" + seed;
  }

  @Override
  public void run(Path directory) throws Exception {
    try {
      Setup setup = setup();
      new Race(setup.start(directory), setup.delegates()).run(fault);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          e.getMessage() + "\nsee it again with: bin/simulate --replay " + this, e);
    }
  }

  /** Without lost messages, clients get delegations in every other seed. */
  private Setup setup() {
    Setup usual = fault.setup(seed).withSharedFilesByTurns();
    return DELEGATING.contains(fault) && seed % 2 != 0
        ? usual.withDelegation(new DelegationSettings(1, 2))
        : usual;
  }

  /** The state of a run. */
  private static final class Race {
    private final SimulatedCluster cluster;
    private final boolean delegates;
    private final Random random;
    private final NameHistory history = new NameHistory(NAMES.size());
    private int running = CLIENTS;
    private @Nullable Throwable unexpected;

    Race(SimulatedCluster cluster, boolean delegates) {
      this.cluster = cluster;
      this.delegates = delegates;
      this.random = new Random(cluster.simulation().seed());
    }

    void run(FaultKind fault) throws GigaException {
      SimulatedClient first = cluster.client();
      for (String directory : DIRECTORIES) {
        first.makeDirectory(directory);
        for (int i = 0; i < OTHERS; i++) {
          first.create(directory + "/n" + i);
        }
      }
      for (int i = 0; i < CLIENTS; i++) {
        SimulatedClient client = cluster.client(TIMEOUT);
        next(client, OPERATIONS);
      }
      fault.inject(cluster, this::isOver);
      cluster.simulation().runUntil("all clients are done", this::isOver);
      cluster.heal();
      lookAtTheEnd(cluster.client());
      cluster.check();
      if (!history.isLinearizable()) {
        throw new InvariantViolation(
            cluster.simulation().seed(),
            List.of(new Fault(Invariant.EFFECT_ONCE, "not linearizable: " + history)));
      }
    }

    private boolean isOver() {
      if (unexpected != null) {
        throw new AssertionError("an impossible answer", unexpected);
      }
      return running == 0;
    }

    private long now() {
      return cluster.simulation().nowNanos();
    }

    private void next(SimulatedClient client, int left) {
      if (left == 0) {
        running--;
      } else {
        cluster
            .simulation()
            .after(1_000L * random.nextInt(MAX_PAUSE_MICROS), () -> act(client, left));
      }
    }

    private void act(SimulatedClient client, int left) {
      List<Act> acts = new ArrayList<>(EnumSet.allOf(Act.class));
      Act act = acts.get(random.nextInt(acts.size()));
      int name = random.nextInt(NAMES.size());
      int other = (name + 1 + random.nextInt(NAMES.size() - 1)) % NAMES.size();
      long calledAt = now();
      ask(client.async(), act, name, other)
          .whenComplete(
              (value, failure) -> {
                boolean two = act != Act.CREATE && act != Act.UNLINK && act != Act.STAT;
                history.add(
                    new Event(
                        client.name(),
                        act,
                        name,
                        two ? other : name,
                        calledAt,
                        now(),
                        failure == null ? ObservedResult.DONE : resultOf(failure),
                        value instanceof FileAttributes found ? found.inode().value() : 0));
                next(client, left - 1);
              });
    }

    private CompletableFuture<?> ask(AsyncGigaClient client, Act act, int name, int other) {
      GigaPath path = GigaPath.parse(NAMES.get(name));
      GigaPath second = GigaPath.parse(NAMES.get(other));
      return switch (act) {
        case CREATE -> delegates ? open(client, path) : client.create(path, 0644, true);
        case UNLINK -> client.unlink(path);
        case RENAME -> client.rename(path, second, RenameMode.REPLACE);
        case RENAME_NO_REPLACE -> client.rename(path, second, RenameMode.NO_REPLACE);
        case EXCHANGE -> client.rename(path, second, RenameMode.EXCHANGE);
        case LINK -> client.link(path, second, Follow.NO);
        case STAT -> delegates ? client.lookUp(path) : client.stat(path, Follow.NO);
      };
    }

    /** The attributes returned by the create, whatever the flush returns later. */
    private static CompletableFuture<FileAttributes> open(AsyncGigaClient client, GigaPath path) {
      return client
          .open(path, OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.EXCLUSIVE).withMode(0644))
          .thenApply(
              file -> {
                var unused = file.release();
                return file.opened();
              });
    }

    private ObservedResult resultOf(Throwable failure) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      ErrorCode code = cause instanceof GigaException e ? e.code() : ErrorCode.EPROTO;
      return switch (code) {
        case EEXIST -> ObservedResult.EXISTS;
        case ENOENT -> ObservedResult.MISSING;
        case ETIMEDOUT, EIO, ENOSPC -> ObservedResult.UNKNOWN;
        default -> {
          unexpected = failure;
          yield ObservedResult.UNKNOWN;
        }
      };
    }

    /** Reads every name once more; each file must have as many links as names. */
    private void lookAtTheEnd(SimulatedClient reader) throws GigaException {
      Map<Long, Integer> names = new HashMap<>();
      Map<Long, Integer> links = new HashMap<>();
      for (int name = 0; name < NAMES.size(); name++) {
        long calledAt = now();
        long inode = 0;
        ObservedResult result = ObservedResult.MISSING;
        try {
          FileAttributes found = reader.stat(NAMES.get(name));
          inode = found.inode().value();
          result = ObservedResult.DONE;
          names.merge(inode, 1, Integer::sum);
          links.put(inode, found.links());
        } catch (GigaException e) {
          if (e.code() != ErrorCode.ENOENT) {
            throw e;
          }
        }
        history.add(new Event("end", Act.STAT, name, name, calledAt, now(), result, inode));
      }
      if (!names.equals(links)) {
        throw new AssertionError(
            "files have so many names: " + names + ", and say so many links: " + links + history);
      }
    }
  }
}
