package io.gigafs.server;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.History.Kind;
import io.gigafs.server.History.Outcome;
import io.gigafs.server.InvariantViolation.Fault;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Clients that execute random operations on the same few directories, each one after the other, all
 * of them concurrently; and the history of their answers.
 *
 * <p>Two directories stay, grow and split; some are created and removed, and some are moved. An
 * operation below a directory of the latter kind may fail because the directory does not exist.
 */
final class SimulationWorkload {
  private static final List<String> LASTING = List.of("/big", "/small");
  private static final List<String> PASSING = List.of("/d0", "/d1", "/big/d2");
  private static final List<String> ROAMED = List.of("", "/small", "/big");
  private static final int ROAMING = 3;
  private static final int NAMES_OF_BIG = 120;
  private static final int NAMES_OF_OTHERS = 12;
  private static final int MAX_PAUSE_MICROS = 20_000;

  /** More than clients append to a file in a run. */
  private static final int MAX_APPENDED = 64 << 10;

  private final SimulatedCluster cluster;
  private final History history = new History();
  private final SettledNames settled = new SettledNames();
  private final Random random;
  private final Map<String, InodeId> lasting = new HashMap<>(Map.of("/", InodeId.ROOT));
  private final Map<String, Set<String>> renamedFrom = new HashMap<>();
  private final Map<String, Set<String>> renamedTo = new HashMap<>();
  private final List<AppendedFile> appended =
      List.of(
          new AppendedFile("/small/log0"),
          new AppendedFile("/small/log1"),
          new AppendedFile("/big/log2"));
  private final List<Fault> faultsRead = new ArrayList<>();
  private int running;
  private @Nullable Throwable unexpected;

  SimulationWorkload(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.random = new Random(cluster.simulation().seed());
  }

  /** Creates the lasting directories. */
  void prepare(SimulatedClient client) throws GigaException {
    for (String path : LASTING) {
      InodeId made = client.makeDirectory(path).inode();
      lasting.put(path, made);
      settled.follow(path, made);
    }
    for (AppendedFile file : appended) {
      client.create(file.path());
    }
  }

  /** The settled names, by the answers to clients. */
  SettledNames settled() {
    return settled;
  }

  /** Starts a client with this number of operations. */
  void start(SimulatedClient client, int operations) {
    running++;
    new Worker(client, operations).next();
  }

  /** Whether all clients are done; fails the test if one got an impossible answer. */
  boolean isOver() {
    if (unexpected != null) {
      throw new AssertionError("seed " + cluster.simulation().seed(), unexpected);
    }
    if (!faultsRead.isEmpty()) {
      throw new InvariantViolation(cluster.simulation().seed(), faultsRead);
    }
    return running == 0;
  }

  /** Reads every name once more, and returns the violations. */
  List<Fault> verdict(SimulatedClient reader) throws GigaException {
    for (String name : List.copyOf(history.names())) {
      long calledAt = now();
      try {
        FileAttributes found = reader.stat(name);
        history.add(name, Kind.READ, "end", calledAt, now(), Outcome.DONE, found.inode());
      } catch (GigaException e) {
        if (e.code() != ErrorCode.ENOENT) {
          throw e;
        }
        history.add(name, Kind.READ, "end", calledAt, now(), Outcome.EMPTY, null);
      }
    }
    noteLosses();
    List<Fault> faults = new ArrayList<>();
    for (String impossible : history.impossible()) {
      faults.add(new Fault(Invariant.EFFECT_ONCE, impossible));
    }
    for (String path : LASTING) {
      listedAtEnd(reader, path, faults);
    }
    for (AppendedFile file : appended) {
      long calledAt = now();
      ByteBuffer bytes = ByteBuffer.allocate(MAX_APPENDED);
      OpenFile open = reader.open(file.path(), OpenOptions.Flag.READ);
      reader.await(open.read(0, bytes));
      noteRead(file, bytes.flip(), calledAt, faults);
    }
    return faults;
  }

  /**
   * A name in a lasting directory may go back in time with its partition, or with the partition of
   * a name to which it was renamed. A name in another directory may do so, too, or the directory
   * may be lost, which has the same effect.
   */
  private void noteLosses() {
    for (SimulatedServer server : cluster.servers()) {
      for (MachineCrash crash : server.crashes()) {
        for (String name : history.names()) {
          GigaPath path = GigaPath.parse(name);
          InodeId directory = lasting.get(path.parent().toString());
          if (directory == null) {
            history.addLoss(name, crash, false);
          } else if (crash.held(directory, path.name())) {
            history.addLoss(name, crash, true);
          } else if (mayHaveHeldOneOf(crash, renamedFrom.get(name))) {
            history.addLoss(name, crash, false);
          }
          if (mayHaveHeldOneOf(crash, renamedTo.get(name))) {
            history.addLossOfNewName(name, crash);
          }
        }
      }
    }
  }

  private boolean mayHaveHeldOneOf(MachineCrash crash, @Nullable Set<String> names) {
    return names != null
        && names.stream()
            .map(GigaPath::parse)
            .anyMatch(
                path -> {
                  InodeId directory = lasting.get(path.parent().toString());
                  return directory == null || crash.held(directory, path.name());
                });
  }

  private void listedAtEnd(SimulatedClient reader, String path, List<Fault> faults)
      throws GigaException {
    int listed = reader.list(path).size();
    long counted = reader.stat(path).size();
    if (listed != counted) {
      faults.add(
          new Fault(
              Invariant.ALL_RECOVERED,
              path + " lists " + listed + " entries but counts " + counted));
    }
  }

  private void noteRead(AppendedFile file, ByteBuffer bytes, long calledAt, List<Fault> faults) {
    for (String wrong : file.faultsOf(bytes, calledAt, line -> mayBeLost(file, line))) {
      faults.add(new Fault(Invariant.WRITTEN_IS_READ, wrong));
    }
  }

  private boolean mayBeLost(AppendedFile file, AppendedFile.Line line) {
    GigaPath path = GigaPath.parse(file.path());
    InodeId directory = lasting.get(path.parent().toString());
    return cluster.servers().stream()
        .flatMap(server -> server.crashes().stream())
        .anyMatch(
            crash ->
                crash.safeUntilNanos() <= line.acknowledgedAt()
                    && line.calledAt() <= crash.atNanos()
                    && directory != null
                    && crash.held(directory, path.name()));
  }

  private long now() {
    return cluster.simulation().nowNanos();
  }

  /** A client. */
  private final class Worker {
    private final SimulatedClient client;
    private int left;

    Worker(SimulatedClient client, int operations) {
      this.client = client;
      this.left = operations;
    }

    void next() {
      if (left-- == 0) {
        running--;
        return;
      }
      cluster.simulation().after(1_000L * random.nextInt(MAX_PAUSE_MICROS), this::act);
    }

    private void act() {
      int dice = random.nextInt(108);
      if (dice >= 105) {
        read(any(appended));
      } else if (dice >= 100) {
        append(any(appended));
      } else if (dice < 8) {
        link(anyName(), anyLink());
      } else if (dice < 32) {
        String path = anyFile();
        record(path, Kind.MAKE, client.async().create(GigaPath.parse(path), 0644, true));
      } else if (dice < 44) {
        rename(anyFile(), anyFile());
      } else if (dice < 58) {
        String path = anyName();
        record(path, Kind.REMOVE, client.async().unlink(GigaPath.parse(path)));
      } else if (dice < 68) {
        String path = anyName();
        record(path, Kind.READ, client.async().stat(GigaPath.parse(path)));
      } else if (dice < 74) {
        String path = anyName();
        record(path, Kind.KEEP, change(path, 0600 + random.nextInt(0200)));
      } else if (dice < 78) {
        bulk("/big");
      } else if (dice < 80) {
        roam();
      } else if (dice < 86) {
        String path = any(PASSING);
        record(path, Kind.MAKE, client.async().makeDirectory(GigaPath.parse(path), 0755));
      } else if (dice < 92) {
        String path = any(PASSING);
        record(path, Kind.REMOVE, client.async().removeDirectory(GigaPath.parse(path)));
      } else if (dice < 94) {
        roam();
      } else if (dice < 97) {
        String path = random.nextBoolean() ? any(PASSING) : any(LASTING);
        record(path, Kind.KEEP, change(path, 0700 + random.nextInt(0100)));
      } else {
        list(any(LASTING));
      }
    }

    /** Opens a file, appends a line and closes it: the close writes the line. */
    private void append(AppendedFile file) {
      ByteBuffer line = file.begin(client.name(), now());
      client
          .async()
          .open(GigaPath.parse(file.path()), OpenOptions.of(OpenOptions.Flag.WRITE))
          .thenCompose(open -> open.append(line.duplicate()).thenCompose(done -> open.closeAsync()))
          .whenComplete(
              (done, failure) -> {
                Outcome outcome = failure == null ? Outcome.DONE : outcomeOfBytes(file, failure);
                file.end(line, outcome, now());
                next();
              });
    }

    private void read(AppendedFile file) {
      long calledAt = now();
      ByteBuffer bytes = ByteBuffer.allocate(MAX_APPENDED);
      client
          .async()
          .open(GigaPath.parse(file.path()), OpenOptions.of(OpenOptions.Flag.READ))
          .thenCompose(open -> open.read(0, bytes).thenCompose(length -> open.closeAsync()))
          .whenComplete(
              (done, failure) -> {
                if (failure == null) {
                  noteRead(file, bytes.flip(), calledAt, faultsRead);
                } else {
                  outcomeOfBytes(file, failure);
                }
                next();
              });
    }

    /** The files exist from the start and are never removed. */
    private Outcome outcomeOfBytes(AppendedFile file, Throwable failure) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      Outcome outcome = outcome(cause == null ? failure : cause);
      if (outcome == Outcome.EMPTY) {
        faultsRead.add(
            new Fault(Invariant.ACKNOWLEDGED_IS_FOUND, file.path() + " was made but is not found"));
      } else if (outcome == Outcome.FULL) {
        unexpected = failure;
      }
      return outcome;
    }

    private CompletableFuture<FileAttributes> change(String path, int mode) {
      return client.async().setAttributes(GigaPath.parse(path), AttributeChange.ofMode(mode));
    }

    private String anyFile() {
      int dice = random.nextInt(10);
      String directory = dice < 7 ? "/big" : dice < 8 ? "/small" : any(PASSING);
      return directory + "/f" + number(directory);
    }

    /**
     * A name that is linked but never renamed: a rename between two names of one file does nothing.
     */
    private String anyLink() {
      String directory = any(LASTING);
      return directory + "/l" + random.nextInt(NAMES_OF_OTHERS);
    }

    private String anyName() {
      return random.nextInt(4) == 0 ? anyLink() : anyFile();
    }

    private int number(String directory) {
      return random.nextInt(directory.equals("/big") ? NAMES_OF_BIG : NAMES_OF_OTHERS);
    }

    private <T> T any(List<T> choices) {
      return choices.get(random.nextInt(choices.size()));
    }

    /** Records the outcome of an operation, and starts the next. */
    private void record(String path, Kind kind, CompletableFuture<?> result) {
      long calledAt = now();
      int number = changes(kind) ? settled.begin(path) : 0;
      result.whenComplete(
          (value, failure) -> {
            if (!LASTING.contains(path)) {
              note(path, kind, calledAt, number, value, failure);
            } else if (failure != null && !isFault(outcome(failure))) {
              unexpected = failure;
            }
            next();
          });
    }

    private void note(
        String path,
        Kind kind,
        long calledAt,
        int number,
        @Nullable Object value,
        @Nullable Throwable failure) {
      Outcome outcome = failure == null ? Outcome.DONE : outcome(failure);
      InodeId inode = value instanceof FileAttributes attributes ? attributes.inode() : null;
      if (changes(kind)) {
        settle(path, number, outcome, inode);
      }
      history.add(path, kind, client.name(), calledAt, now(), outcome, inode);
    }

    /** Creates or moves one of some directories that may be anywhere. */
    private void roam() {
      GigaPath path = GigaPath.parse(roaming());
      GigaPath other = GigaPath.parse(roaming());
      RenameMode mode = RenameMode.ofCode(random.nextInt(3));
      CompletableFuture<?> recorded =
          random.nextInt(3) == 0
              ? client.async().makeDirectory(path, 0755)
              : client.async().rename(path, other, mode);
      recorded.whenComplete(
          (value, failure) -> {
            if (failure != null && !isCycle(failure)) {
              outcome(failure);
            }
            next();
          });
    }

    private static boolean isCycle(Throwable failure) {
      return failure instanceof GigaException e && e.code() == ErrorCode.EINVAL;
    }

    private String roaming() {
      StringBuilder path = new StringBuilder(any(ROAMED));
      for (int depth = 1 + random.nextInt(2); depth > 0; depth--) {
        path.append("/r").append(random.nextInt(ROAMING));
      }
      return path.toString();
    }

    /** Renames a file over another name. */
    private void rename(String from, String to) {
      if (from.equals(to)) {
        next();
        return;
      }
      RenameMode mode = random.nextInt(3) == 0 ? RenameMode.NO_REPLACE : RenameMode.REPLACE;
      long calledAt = now();
      int fromNumber = settled.begin(from);
      int toNumber = settled.beginNewName(to);
      client
          .async()
          .rename(GigaPath.parse(from), GigaPath.parse(to), mode)
          .whenComplete(
              (value, failure) -> {
                Outcome outcome = failure == null ? Outcome.DONE : outcome(failure);
                settle(from, fromNumber, outcome, null);
                settled.endOfNewName(to, toNumber, outcome, now());
                noteRenamed(from, to, calledAt, outcome);
                next();
              });
    }

    private void noteRenamed(String from, String to, long calledAt, Outcome outcome) {
      String name = client.name();
      switch (outcome) {
        case DONE, UNKNOWN -> {
          history.add(from, Kind.MOVE, name, calledAt, now(), outcome, null);
          history.add(to, Kind.PUT, name, calledAt, now(), outcome, null);
          renamedFrom.computeIfAbsent(to, none -> new HashSet<>()).add(from);
          renamedTo.computeIfAbsent(from, none -> new HashSet<>()).add(to);
        }
        case FULL -> history.add(to, Kind.MAKE, name, calledAt, now(), outcome, null);
        case EMPTY -> {
          if (isIn(to, LASTING)) {
            history.add(from, Kind.REMOVE, name, calledAt, now(), outcome, null);
          }
        }
        case REFUSED -> {}
      }
    }

    /** Links a file to a free name. */
    private void link(String from, String to) {
      if (from.equals(to)) {
        next();
        return;
      }
      long calledAt = now();
      int number = settled.beginNewName(to);
      client
          .async()
          .link(GigaPath.parse(from), GigaPath.parse(to), Follow.NO)
          .whenComplete(
              (linked, failure) -> {
                Outcome outcome = failure == null ? Outcome.DONE : outcome(failure);
                InodeId inode = linked == null ? null : linked.inode();
                settled.endOfNewName(to, number, outcome, now());
                noteLinked(from, to, calledAt, outcome, inode);
                next();
              });
    }

    private void noteLinked(
        String from, String to, long calledAt, Outcome outcome, @Nullable InodeId inode) {
      String name = client.name();
      if (outcome == Outcome.EMPTY) {
        if (isIn(to, LASTING)) {
          history.add(from, Kind.REMOVE, name, calledAt, now(), outcome, null);
        }
      } else {
        history.add(to, Kind.LINK, name, calledAt, now(), outcome, inode);
        renamedFrom.computeIfAbsent(to, none -> new HashSet<>()).add(from);
      }
    }

    private static boolean isIn(String path, List<String> directories) {
      return directories.contains(GigaPath.parse(path).parent().toString());
    }

    private static boolean changes(Kind kind) {
      return kind == Kind.MAKE || kind == Kind.REMOVE;
    }

    private void settle(String path, int number, Outcome outcome, @Nullable InodeId inode) {
      settled.end(path, number, outcome == Outcome.DONE, outcome != Outcome.UNKNOWN, inode, now());
    }

    private static boolean isFault(Outcome outcome) {
      return outcome == Outcome.UNKNOWN || outcome == Outcome.REFUSED;
    }

    private Outcome outcome(Throwable failure) {
      ErrorCode code = failure instanceof GigaException e ? e.code() : ErrorCode.EPROTO;
      return switch (code) {
        case ENOENT -> Outcome.EMPTY;
        case EEXIST, ENOTEMPTY -> Outcome.FULL;
        // A duplicate may still be on its way, and find space.
        case ENOSPC -> cluster.network().mayDouble() ? Outcome.UNKNOWN : Outcome.REFUSED;
        case ETIMEDOUT, EIO -> Outcome.UNKNOWN;
        default -> {
          unexpected = failure;
          yield Outcome.UNKNOWN;
        }
      };
    }

    private void bulk(String directory) {
      List<Name> names = new ArrayList<>();
      int count = 1 + random.nextInt(12);
      for (int i = 0; i < count; i++) {
        Name name = Name.of("f" + number(directory));
        if (!names.contains(name)) {
          names.add(name);
        }
      }
      long calledAt = now();
      int[] numbers =
          names.stream().mapToInt(name -> settled.begin(directory + "/" + name)).toArray();
      client
          .async()
          .createAll(GigaPath.parse(directory), names, 0644, true)
          .whenComplete(
              (outcomes, failure) -> {
                for (int i = 0; i < names.size(); i++) {
                  noteMade(
                      directory + "/" + names.get(i),
                      calledAt,
                      numbers[i],
                      at(outcomes, i),
                      failure);
                }
                next();
              });
    }

    private static @Nullable BulkOutcome at(@Nullable List<BulkOutcome> outcomes, int place) {
      return outcomes == null ? null : outcomes.get(place);
    }

    private void noteMade(
        String path,
        long calledAt,
        int number,
        @Nullable BulkOutcome answer,
        @Nullable Throwable failure) {
      ErrorCode error = answer == null ? null : answer.error();
      Outcome outcome =
          failure != null
              ? outcome(failure)
              : error != null ? outcome(error.exception("bulk")) : Outcome.DONE;
      InodeId inode = answer == null ? null : answer.inode();
      settle(path, number, outcome, inode);
      history.add(path, Kind.MAKE, client.name(), calledAt, now(), outcome, inode);
    }

    /** A listing reads each name at some moment during its execution. */
    private void list(String directory) {
      long calledAt = now();
      List<String> before = List.copyOf(history.names());
      Map<String, InodeId> found = new HashMap<>();
      client
          .async()
          .list(GigaPath.parse(directory), false)
          .whenComplete(
              (listing, failure) -> {
                if (listing == null) {
                  next();
                  return;
                }
                pages(
                    listing,
                    found,
                    (done, lost) -> {
                      if (lost == null) {
                        noteListed(directory, before, calledAt, found);
                      }
                      next();
                    });
              });
    }

    private void pages(
        Listing listing,
        Map<String, InodeId> found,
        BiConsumer<@Nullable Object, @Nullable Throwable> then) {
      listing
          .nextPage()
          .whenComplete(
              (page, failure) -> {
                if (failure != null || page.isEmpty()) {
                  then.accept(null, failure);
                  return;
                }
                for (ListedEntry entry : page) {
                  if (found.put(entry.name().toString(), entry.inode()) != null) {
                    unexpected = new AssertionError(entry.name() + " is listed twice");
                  }
                }
                pages(listing, found, then);
              });
    }

    private void noteListed(
        String directory, List<String> before, long calledAt, Map<String, InodeId> found) {
      for (String path : before) {
        if (GigaPath.parse(path).parent().toString().equals(directory)) {
          InodeId inode = found.get(GigaPath.parse(path).name().toString());
          history.add(
              path,
              Kind.READ,
              client.name() + " list",
              calledAt,
              now(),
              inode == null ? Outcome.EMPTY : Outcome.DONE,
              inode);
        }
      }
    }
  }
}
