package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.StatusResult;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A file {@code /d/f} at which several clients look all the time, so that other servers get copies
 * of it; and what each of them saw when.
 */
final class HotFile {
  static final String DIRECTORY = "/d";
  static final String PATH = "/d/f";

  /** Of a second, from which on a partition is hot. */
  private static final int MARK = 50;

  private static final int READERS = 4;
  private static final long PAUSE_NANOS = 8_000_000L;
  private static final int LOOKUPS_OF_COPIES = 20;
  private static final int SLOTS = 16;
  private static final int STEP_MILLIS = 100;
  private static final int MAX_STEPS = 1_000;

  private final SimulatedCluster cluster;
  private final SimulatedClient writer;
  private final InodeId directory;
  private final List<Seen> seen = new ArrayList<>();
  private int reading;
  private boolean stopped;
  private long recalls;

  /** What a client that looked at the file saw: attributes, or an error's name. */
  record Seen(long askedNanos, long answeredNanos, String what) {}

  private HotFile(SimulatedCluster cluster) throws GigaException {
    this.cluster = cluster;
    this.writer = cluster.client();
    this.directory = writer.makeDirectory(DIRECTORY).inode();
    writer.create(PATH);
    writer.create("/d/other");
    cluster
        .network()
        .watch(
            packet -> {
              if (packet.what().equals(Opcode.RECALL_COPIES.toString())) {
                recalls++;
              }
            });
  }

  static Setup setup(long seed) {
    return Setup.seeded(seed).withServers(4, SLOTS).withSplitThreshold(8_000).withSplitHeat(MARK);
  }

  static HotFile make(Setup setup, Path directory) throws GigaException {
    return new HotFile(setup.start(directory));
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  /** A client that does not look at the file by itself. */
  SimulatedClient writer() {
    return writer;
  }

  InodeId directory() {
    return directory;
  }

  /** The server that holds the file. */
  SimulatedServer owner() {
    int slot = cluster.view().slotOf(directory, PartitionIndex.ZEROTH);
    return cluster.holderOf(slot);
  }

  /** The servers that do not. */
  List<SimulatedServer> others() {
    return cluster.servers().stream().filter(server -> server != owner()).toList();
  }

  /** Has clients look at the file from now on. */
  HotFile read() {
    for (int i = 0; i < READERS; i++) {
      reading++;
      ask(cluster.client());
    }
    return this;
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

  private static String textOf(@Nullable FileAttributes attributes, @Nullable Throwable failure) {
    if (attributes != null) {
      return attributes.toString();
    }
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof GigaException known ? known.code().toString() : String.valueOf(cause);
  }

  /** What a client of its own sees of the file, which asks the server that holds it. */
  String now() {
    try {
      return cluster.client().stat(PATH).toString();
    } catch (GigaException e) {
      return e.code().toString();
    }
  }

  /** Waits until servers have answered some look-ups from copies. */
  HotFile awaitCopies() throws GigaException {
    long before = counted("copies.lookups");
    for (int i = 0; counted("copies.lookups") < before + LOOKUPS_OF_COPIES; i++) {
      assertThat(i).as("steps until copies are used").isLessThan(MAX_STEPS);
      cluster.simulation().runMillis(STEP_MILLIS);
    }
    return this;
  }

  /** What the servers that are up have counted, together. */
  long counted(String counter) throws GigaException {
    long sum = 0;
    for (SimulatedServer server : cluster.servers()) {
      if (server.isUp()) {
        StatusResult status = writer.await(writer.async().status(server.info(), false));
        sum += status.counters().getOrDefault(counter, 0L);
      }
    }
    return sum;
  }

  /** How many messages asked for copies back. */
  long recalls() {
    return recalls;
  }

  /** Something that changes the file. */
  @FunctionalInterface
  interface Change {
    void make() throws Exception;
  }

  /** Makes a change, and checks that nobody saw the file as it was before when that was over. */
  void change(Change change) throws Exception {
    String before = now();
    long begin = cluster.simulation().nowNanos();
    change.make();
    long end = cluster.simulation().nowNanos();
    cluster.simulation().runMillis(3_000);
    stop();
    String after = now();
    assertThat(after).isNotEqualTo(before);
    check(begin, end, what -> what.equals(before), what -> what.equals(after));
  }

  /** Lets the clients end. */
  void stop() {
    stopped = true;
    cluster.simulation().runUntil("all have seen the file", () -> reading == 0);
  }

  private void check(long begin, long end, Predicate<String> isOld, Predicate<String> isNew) {
    assertThat(seen).isNotEmpty();
    long firstNew =
        seen.stream()
            .filter(each -> !isOld.test(each.what))
            .mapToLong(Seen::answeredNanos)
            .min()
            .orElse(Long.MAX_VALUE);
    long newFrom = Math.min(end, firstNew);
    assertThat(seen)
        .allMatch(each -> isOld.test(each.what) || isNew.test(each.what), "old or new")
        .allMatch(each -> each.answeredNanos >= begin || isOld.test(each.what), "old before")
        .allMatch(each -> each.askedNanos <= newFrom || !isOld.test(each.what), "new afterwards");
  }
}
