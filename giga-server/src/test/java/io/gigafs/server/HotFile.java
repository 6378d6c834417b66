package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.lease.RecallCopiesRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.server.SimulatedCluster.Setup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A file {@code /d/f} that several clients look up all the time, so that other servers get copies
 * of it; and the attributes that each of them saw, with times.
 */
final class HotFile {
  static final String DIRECTORY = "/d";
  static final String PATH = "/d/f";

  /** Requests a second from which on a partition is hot. */
  private static final int MARK = 20;

  private static final int READERS = 4;
  private static final long PAUSE_NANOS = 25_000_000L;
  private static final int LOOKUPS_OF_COPIES = 10;
  private static final int SLOTS = 16;
  private static final int STEP_MILLIS = 250;
  private static final int MAX_STEPS = 1_000;
  private static final int AFTERWARDS_MILLIS = 3_000;

  private final SimulatedCluster cluster;
  private final Function<FileAttributes, String> text;
  private final SimulatedClient writer;
  private final InodeId directory;
  private final List<Seen> seen = new ArrayList<>();
  private final List<State> states = new ArrayList<>();
  private int reading;
  private boolean stopped;
  private boolean failsReads;
  private long recalls;

  /** The result of a lookup: attributes, or an error's name. */
  record Seen(long askedNanos, long answeredNanos, String what) {}

  /** The state of the file after a change, with the times of its begin and end. */
  private record State(String what, long beginNanos, long endNanos) {}

  /** Lookups may fail with EIO from now on, because disks cannot be read. */
  HotFile allowingFailedReads(boolean allowed) {
    failsReads = allowed;
    return this;
  }

  private boolean saysNothing(Seen lookup) {
    return lookup.what.equals(ErrorCode.ETIMEDOUT.toString())
        || (failsReads && lookup.what.equals(ErrorCode.EIO.toString()));
  }

  /** Creates the file. */
  HotFile(SimulatedCluster cluster) throws GigaException {
    this(cluster, FileAttributes::toString);
  }

  /**
   * Creates the file.
   *
   * @param text the text that tells states of the file apart
   */
  HotFile(SimulatedCluster cluster, Function<FileAttributes, String> text) throws GigaException {
    this.cluster = cluster;
    this.text = text;
    this.writer = cluster.client();
    this.directory = writer.makeDirectory(DIRECTORY).inode();
    states.add(new State(text.apply(writer.create(PATH)), 0, 0));
    writer.create("/d/other");
    cluster
        .network()
        .watch(
            packet -> {
              if (packet.what().equals(RecallCopiesRequest.OPCODE.toString())) {
                recalls++;
              }
            });
  }

  static Setup setup(long seed) {
    return Setup.seeded(seed).withServers(4, SLOTS).withSplitThreshold(8_000).withSplitHeat(MARK);
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  /** A client that does not look the file up by itself. */
  SimulatedClient writer() {
    return writer;
  }

  InodeId directory() {
    return directory;
  }

  /** The server that owns the file's partition. */
  SimulatedServer owner() {
    int slot = cluster.view().slotOf(directory, PartitionIndex.ZEROTH);
    return cluster.holderOf(slot);
  }

  /** A server that owns neither that partition nor the root's. */
  SimulatedServer other() {
    SimulatedServer root = cluster.holderOf(0);
    return cluster.servers().stream()
        .filter(server -> server != owner() && server != root)
        .findFirst()
        .orElseThrow();
  }

  /** Starts lookups of the file by clients. */
  HotFile read() {
    for (int i = 0; i < READERS; i++) {
      reading++;
      ask(cluster.client());
    }
    RawClient raw = cluster.rawClient();
    for (SimulatedServer server : cluster.servers()) {
      askForCopy(raw, server.info());
    }
    return this;
  }

  /** Asks a server for its copy repeatedly, whether it should have one or not. */
  private void askForCopy(RawClient raw, ServerInfo server) {
    if (stopped) {
      return;
    }
    long asked = cluster.simulation().nowNanos();
    raw.send(server, ofCopy(Caller.ROOT))
        .thenAccept(
            answer -> {
              if (answer instanceof Answer.Done<LookupResult> done
                  && !done.result().isElsewhere()) {
                String what = text.apply(done.result().attributes());
                seen.add(new Seen(asked, cluster.simulation().nowNanos(), what));
              }
            });
    cluster.simulation().after(PAUSE_NANOS, () -> askForCopy(raw, server));
  }

  /** A lookup that any copy may answer. */
  LookupRequest ofCopy(Caller caller) {
    return new LookupRequest(
        directory, PartitionIndex.ZEROTH, caller, Name.of("f"), false, false, false, true);
  }

  private void ask(SimulatedClient reader) {
    if (stopped) {
      reading--;
      return;
    }
    long asked = cluster.simulation().nowNanos();
    reader
        .async()
        .stat(GigaPath.parse(PATH))
        .whenComplete(
            (attributes, failure) -> {
              seen.add(
                  new Seen(asked, cluster.simulation().nowNanos(), textOf(attributes, failure)));
              cluster.simulation().after(PAUSE_NANOS, () -> ask(reader));
            });
  }

  private String textOf(@Nullable FileAttributes attributes, @Nullable Throwable failure) {
    if (attributes != null) {
      return text.apply(attributes);
    }
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof GigaException known ? known.code().toString() : String.valueOf(cause);
  }

  /** The state that a new client sees, which asks the owner. */
  String now() {
    try {
      return text.apply(cluster.client().stat(PATH));
    } catch (GigaException e) {
      return e.code().toString();
    }
  }

  /** Waits until servers have answered some lookups from copies. */
  HotFile awaitCopies() throws GigaException {
    long before = counted("copies.lookups");
    for (int i = 0; counted("copies.lookups") < before + LOOKUPS_OF_COPIES; i++) {
      assertThat(i).as("steps until copies are used").isLessThan(MAX_STEPS);
      cluster.simulation().runMillis(STEP_MILLIS);
    }
    return this;
  }

  /** The sum of a counter over the running servers. */
  long counted(String counter) throws GigaException {
    long sum = 0;
    for (SimulatedServer server : cluster.servers()) {
      if (server.isUp()) {
        StatusResult status = writer.await(writer.async().admin().status(server.info(), false));
        sum += status.counters().getOrDefault(counter, 0L);
      }
    }
    return sum;
  }

  /** The number of recall messages. */
  long recalls() {
    return recalls;
  }

  /** A change of the file. */
  @FunctionalInterface
  interface Change {
    void make() throws Exception;
  }

  /** Makes a change, and asks the owner for the new state. */
  void change(Change change) throws Exception {
    long begin = cluster.simulation().nowNanos();
    change.make();
    states.add(new State(now(), begin, cluster.simulation().nowNanos()));
  }

  /**
   * Makes a change with a known new state. If it fails, the file may have that state from any
   * moment on.
   */
  void changeTo(String what, Change change) throws Exception {
    State begun = new State(what, cluster.simulation().nowNanos(), Long.MAX_VALUE);
    states.add(begun);
    change.make();
    states.remove(begun);
    states.add(new State(what, begun.beginNanos, cluster.simulation().nowNanos()));
  }

  /**
   * Lets the clients continue for some seconds and stop, and checks that no lookup returned a state
   * from before a change that was over when the lookup began, or that another client had seen by
   * then.
   */
  void check() {
    cluster.simulation().runMillis(AFTERWARDS_MILLIS);
    stop();
    String fault = fault();
    if (fault != null) {
      throw new InvariantViolation(
          cluster.simulation().seed(),
          List.of(new InvariantViolation.Fault(Invariant.COPIES_ARE_CURRENT, fault)));
    }
  }

  /** Stops the clients. */
  void stop() {
    stopped = true;
    cluster.simulation().runUntil("all have seen the file", () -> reading == 0);
  }

  private @Nullable String fault() {
    List<Seen> byAnswer = new ArrayList<>(seen);
    byAnswer.sort(Comparator.comparingLong(Seen::answeredNanos));
    List<Seen> byQuestion = new ArrayList<>(seen);
    byQuestion.sort(Comparator.comparingLong(Seen::askedNanos));
    int answered = 0;
    int known = 0;
    for (Seen each : byQuestion) {
      for (; answered < byAnswer.size(); answered++) {
        Seen earlier = byAnswer.get(answered);
        if (earlier.answeredNanos >= each.askedNanos) {
          break;
        }
        known = Math.max(known, latest(earlier));
      }
      for (int i = known + 1; i < states.size(); i++) {
        known = states.get(i).endNanos < each.askedNanos ? i : known;
      }
      if (!saysNothing(each) && latest(each) < known) {
        return each + " though the file was known to be " + states.get(known);
      }
    }
    return null;
  }

  /** The latest state that the lookup may have returned; -1 for none. */
  private int latest(Seen sight) {
    for (int i = states.size() - 1; i >= 0; i--) {
      State state = states.get(i);
      if (state.what.equals(sight.what) && state.beginNanos <= sight.answeredNanos) {
        return i;
      }
    }
    return -1;
  }
}
