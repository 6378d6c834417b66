package io.gigafs.server.chaos;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.History;
import io.gigafs.server.History.Kind;
import io.gigafs.server.History.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records replies to clients, and faults. Thread-safe.
 *
 * <p>An operation may fail because of the state that it found, such as an existing name, and it may
 * time out after its timeout. Any other failure is a fault.
 */
final class LoadRecord {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** Slower operations are logged. */
  private static final long PAUSE_NANOS = 2_000 * NANOS_PER_MILLI;

  private final long timeoutNanos;

  /** Guarded by this, as are all fields below. */
  private final History history = new History();

  private final List<String> faults = new ArrayList<>();
  private long operations;
  private long unknown;
  private long pauses;
  private long longestNanos;

  LoadRecord(Duration timeout) {
    this.timeoutNanos = timeout.toNanos();
  }

  /** An operation of a client. */
  interface Action {
    /** Performs it; returns the attributes of the file, if there are any. */
    @Nullable FileAttributes perform() throws GigaException;
  }

  /** Performs an operation on a name and records its outcome. */
  Outcome perform(String name, Kind kind, String caller, Action action) {
    long calledAt = System.nanoTime();
    try {
      FileAttributes found = action.perform();
      InodeId inode = found == null ? null : found.inode();
      add(name, kind, caller, calledAt, System.nanoTime(), Outcome.DONE, inode);
      return Outcome.DONE;
    } catch (GigaException e) {
      long returnedAt = System.nanoTime();
      Outcome outcome = outcomeOf(e, returnedAt - calledAt);
      add(name, kind, caller, calledAt, returnedAt, outcome, null);
      return outcome;
    }
  }

  /** Moves a file from a name to a free one, and records the outcome at both. */
  Outcome move(String from, String to, InodeId inode, String caller, Action action) {
    long calledAt = System.nanoTime();
    Outcome outcome;
    try {
      action.perform();
      outcome = Outcome.DONE;
    } catch (GigaException e) {
      outcome = outcomeOf(e, System.nanoTime() - calledAt);
    }
    long returnedAt = System.nanoTime();
    add(from, Kind.REMOVE, caller, calledAt, returnedAt, outcome, null);
    add(to, Kind.MAKE, caller, calledAt, returnedAt, outcome, inode);
    return outcome;
  }

  /** The outcome that a failure implies for the name; records unexpected failures. */
  Outcome outcomeOf(GigaException failure, long afterNanos) {
    return switch (failure.code()) {
      case ENOENT -> Outcome.EMPTY;
      case EEXIST, ENOTEMPTY -> Outcome.FULL;
      default -> {
        boolean overdue =
            failure.code() == ErrorCode.ETIMEDOUT
                && afterNanos >= timeoutNanos - Duration.ofSeconds(1).toNanos();
        String what =
            "after " + afterNanos / NANOS_PER_MILLI + " ms: " + failure.code() + " " + failure;
        if (overdue) {
          System.err.println(what);
        } else {
          fault(what);
        }
        yield Outcome.UNKNOWN;
      }
    };
  }

  /** Records a reply to a client, and how long it took. */
  synchronized void add(
      String name,
      Kind kind,
      String caller,
      long calledAt,
      long returnedAt,
      Outcome outcome,
      @Nullable InodeId inode) {
    operations++;
    unknown += outcome == Outcome.UNKNOWN ? 1 : 0;
    long nanos = returnedAt - calledAt;
    longestNanos = Math.max(longestNanos, nanos);
    if (nanos > PAUSE_NANOS) {
      pauses++;
      System.err.printf(
          "%s %s %s %s %s: %d ms%n",
          Instant.now(), caller, kind, name, outcome, nanos / NANOS_PER_MILLI);
    }
    history.add(name, kind, caller, calledAt, returnedAt, outcome, inode);
  }

  /** Records the final state of a name. */
  synchronized void addFound(
      String name, String reader, long calledAt, long returnedAt, @Nullable InodeId inode) {
    Outcome outcome = inode == null ? Outcome.EMPTY : Outcome.DONE;
    history.add(name, Kind.READ, reader, calledAt, returnedAt, outcome, inode);
  }

  /** Records a fault. */
  synchronized void fault(String what) {
    System.err.println("FAULT " + what);
    faults.add(what);
  }

  /** All names that were used. */
  synchronized Set<String> names() {
    return Set.copyOf(history.names());
  }

  /** All faults; for the end of the run. */
  synchronized List<String> faults() {
    List<String> all = new ArrayList<>(faults);
    all.addAll(history.impossible());
    return all;
  }

  synchronized Map<String, Long> figures() {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("operations", operations);
    figures.put("names", (long) history.names().size());
    figures.put("unknown", unknown);
    figures.put("over_2_s", pauses);
    figures.put("longest_ms", longestNanos / NANOS_PER_MILLI);
    return figures;
  }
}
