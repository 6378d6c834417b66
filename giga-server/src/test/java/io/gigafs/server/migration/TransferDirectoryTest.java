package io.gigafs.server.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.migration.InstallFilesRequest;
import io.gigafs.protocol.migration.InstallFilesRequest.TransferFile;
import io.gigafs.rpc.Clock;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.TestNames;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.membership.CurrentView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows of a split go through the transfer directory, or in messages if that fails. Each test makes
 * the directory fail in another way.
 */
class TransferDirectoryTest {
  /** A seed with which all rows go as files. */
  private static final long SEED = 3;

  private static final int THRESHOLD = 8;

  @TempDir private Path temporary;

  private final Map<CrashPoint, Integer> reached = new EnumMap<>(CrashPoint.class);

  private Path root() {
    return temporary.resolve(SEED + "-transfers");
  }

  /** Starts two servers and fills a directory until its first partition splits to the other. */
  private void splits(BiConsumer<SimulatedServer, CrashPoint> mishap) throws Exception {
    SimulatedCluster cluster = cluster();
    cluster.watchCrashPoints(
        (server, point) -> {
          reached.merge(point, 1, Integer::sum);
          mishap.accept(server, point);
        });
    SimulatedClient client = cluster.client();
    Set<String> names = new TreeSet<>();
    for (String name : TestNames.in("n", 0, 0, 4 * THRESHOLD)) {
      client.create("/" + name);
      names.add(name);
    }
    cluster.simulation().runMillis(60_000);
    assertThat(reached).containsKey(CrashPoint.SPLIT_FINISHED);
    assertThat(reached).doesNotContainKey(CrashPoint.SPLIT_UNDONE);
    assertThat(client.list("/")).isEqualTo(names);
    cluster.check();
  }

  private SimulatedCluster cluster() {
    return Setup.seeded(SEED)
        .withServers(2, 4)
        .withSplitThreshold(THRESHOLD)
        .withSharedFiles(true)
        .start(temporary);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(root())) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void filesGoThroughTheDirectoryAndAreRemoved() throws Exception {
    splits((server, point) -> {});
    assertThat(reached).containsKey(CrashPoint.SPLIT_FILES_TAKEN);
    assertThat(files()).isEmpty();
  }

  @Test
  void filesGoInMessagesIfTheDirectoryIsNotMounted() throws Exception {
    // The cluster creates it at its start, as an operator would.
    splits(
        (server, point) -> {
          if (point == CrashPoint.SPLIT_INTENT_DURABLE) {
            WorkFolder.remove(root());
          }
        });
    assertThat(reached).doesNotContainKey(CrashPoint.SPLIT_FILES_TAKEN);
    assertThat(root()).doesNotExist();
  }

  @Test
  void filesInvisibleToTheReceiverGoInMessages() throws Exception {
    splits(
        (server, point) ->
            onWritten(
                point,
                file -> {
                  if (String.valueOf(file.getFileName()).equals(TransferDirectory.MARKER)) {
                    Files.delete(file);
                  }
                }));
    assertThat(reached).doesNotContainKey(CrashPoint.SPLIT_FILES_TAKEN);
    assertThat(files()).isEmpty();
  }

  @Test
  void damagedFilesAreRejected() throws Exception {
    List<Path> spoilt = new ArrayList<>();
    splits(
        (server, point) ->
            onWritten(
                point,
                file -> {
                  if (!String.valueOf(file.getFileName()).equals(TransferDirectory.MARKER)) {
                    byte[] bytes = Files.readAllBytes(file);
                    bytes[bytes.length / 2] ^= 1;
                    Files.write(file, bytes);
                    spoilt.add(file);
                  }
                }));
    assertThat(spoilt).isNotEmpty();
    assertThat(reached).doesNotContainKey(CrashPoint.SPLIT_FILES_TAKEN);
    assertThat(files()).isEmpty();
  }

  /** An action on each file of an upload between its writing and its offer. */
  private interface Spoiler {
    void spoil(Path file) throws IOException;
  }

  private void onWritten(CrashPoint point, Spoiler spoiler) {
    if (point != CrashPoint.SPLIT_EXTRACTED) {
      return;
    }
    try {
      for (Path file : files()) {
        spoiler.spoil(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void filesOfDeadServersAreRemoved() throws Exception {
    SimulatedCluster cluster = cluster();
    Path all = root().resolve(cluster.view().clusterId().toString());
    Path own = Files.createDirectories(all.resolve("s0").resolve("abc"));
    Path strange = Files.createDirectories(all.resolve("gone").resolve("def"));
    Path other = Files.createDirectories(root().resolve("another-cluster").resolve("s0"));
    Files.writeString(strange.resolve("0.entries"), "left");
    cluster.simulation().runMillis(60_000);
    assertThat(own).doesNotExist();
    assertThat(strange).exists();
    cluster.simulation().runMillis(Duration.ofMinutes(100).toMillis());
    assertThat(strange).doesNotExist();
    assertThat(other).exists();
  }

  /** Storage that does not answer: calls wait until the test releases them. */
  private static final class Hung implements Clock {
    private final Deque<Runnable> calls = new ArrayDeque<>();
    private final List<Runnable> timers = new ArrayList<>();
    private long nanos;

    @Override
    public long wallNanos() {
      return nanos;
    }

    @Override
    public long nanos() {
      return nanos;
    }

    TransferDirectory directory(Path root) {
      ServerInfo self = new ServerInfo(new ServerId("a"), new Endpoint("host", 1));
      ServerInfo peer = new ServerInfo(new ServerId("b"), new Endpoint("host", 2));
      ClusterView view =
          new ClusterView(
              new UUID(0, 1),
              1,
              ClusterSettings.DEFAULTS.withTransferDirectory(root.toAbsolutePath().toString()),
              List.of(self, peer),
              SlotTable.interleaved(8, 2),
              List.of(),
              Set.of(),
              List.of(),
              1);
      return new TransferDirectory(
          new CurrentView(self.id(), view, this),
          calls::add,
          this,
          (delay, task) -> {
            timers.add(task);
            return () -> timers.remove(task);
          });
    }

    void late() {
      nanos += Duration.ofSeconds(11).toNanos();
      List.copyOf(timers).forEach(Runnable::run);
    }

    void letGo() {
      while (!calls.isEmpty()) {
        calls.remove().run();
      }
    }
  }

  @Test
  void unresponsiveDirectoryIsAvoidedUntilItAnswers() throws Exception {
    Hung hung = new Hung();
    TransferDirectory directory = hung.directory(temporary);
    ServerId peer = new ServerId("b");
    assertThat(directory.isWorthTrying(peer)).isTrue();
    CompletableFuture<List<TransferFile>> written = directory.write(7, folder -> List.of());
    assertThat(written).isNotDone();
    hung.late();
    assertThat(catchThrowable(written::get))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TimeoutException.class)
        .hasMessageContaining(temporary + " has not answered for 10 s");
    assertThat(directory.isWorthTrying(peer)).isFalse();
    hung.letGo();
    assertThat(directory.isWorthTrying(peer)).isTrue();
    assertThat(temporary.resolve(new UUID(0, 1).toString()).resolve("a")).isEmptyDirectory();
  }

  @Test
  void filesTakenTooLateAreDiscarded() throws Exception {
    Hung hung = new Hung();
    TransferDirectory directory = hung.directory(temporary);
    ServerId self = new ServerId("a");
    CompletableFuture<List<TransferFile>> written = directory.write(7, folder -> List.of());
    hung.letGo();
    InstallFilesRequest request =
        new InstallFilesRequest(InodeId.ROOT, PartitionIndex.ZEROTH, 7, self, written.get());
    IncomingFiles incoming = new IncomingFiles(temporary.resolve("incoming"));
    CompletableFuture<Void> taken = directory.take(request, incoming);
    hung.late();
    assertThat(catchThrowable(taken::get)).hasCauseInstanceOf(TimeoutException.class);
    // A second transfer would block another thread.
    assertThat(catchThrowable(directory.take(request, incoming)::get))
        .hasMessageContaining("does not answer on server a");
    hung.letGo();
    assertThat(temporary.resolve("incoming")).isEmptyDirectory();
    assertThat(directory.take(request, incoming)).isNotDone();
    hung.letGo();
    assertThat(temporary.resolve("incoming").resolve("7")).isDirectory();
  }

  @Test
  void serverWithoutTheDirectoryIsRetriedAfterAMinute() {
    Hung clock = new Hung();
    TransferDirectory directory = clock.directory(temporary);
    directory.pause(new ServerId("b"), "it does not see it");
    assertThat(directory.isWorthTrying(new ServerId("b"))).isFalse();
    assertThat(directory.isWorthTrying(new ServerId("c"))).isTrue();
    clock.nanos += Duration.ofSeconds(61).toNanos();
    assertThat(directory.isWorthTrying(new ServerId("b"))).isTrue();
  }
}
