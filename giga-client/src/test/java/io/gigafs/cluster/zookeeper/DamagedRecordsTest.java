package io.gigafs.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewSuccession;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Records that are lost, edited by hand, or garbage: a server reports the damage in one line,
 * creates no cluster of its own, and changes nothing.
 */
class DamagedRecordsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SESSION = Duration.ofMillis(1_500);
  private static final ServerInfo A = new ServerInfo(new ServerId("a"), new Endpoint("host", 1));
  private static final UUID STORE = new UUID(1, 1);
  private static final AtomicInteger CHROOTS = new AtomicInteger();
  private static final int MUTANTS = 40;
  private static final List<String> GARBAGE =
      List.of("", "null", "{}", "{\"version\":1}", "[".repeat(50_000));
  private static final List<String> HOSTILE =
      List.of("null", "-1", "1e99", "[null]", "{}", "\"\"", "9999999999", "[[]]");
  private static final List<String> KEYS =
      List.of("clusterId", "slots", "servers", "moves", "volumes", "settings", "store", "epoch");

  private static EmbeddedZooKeeper zooKeeper;

  @TempDir private Path directory;
  private ZooKeeperSettings settings;
  private ClusterPaths paths;
  private Path copyFile;

  @BeforeAll
  static void startZooKeeper(@TempDir Path data) {
    zooKeeper = EmbeddedZooKeeper.start(data, 0);
  }

  @AfterAll
  static void stopZooKeeper() {
    zooKeeper.close();
  }

  @BeforeEach
  void formatAndRun(TestInfo test) {
    String chroot = "/" + test.getTestMethod().orElseThrow().getName() + CHROOTS.incrementAndGet();
    settings =
        new ZooKeeperSettings(
            ZooKeeperAddress.parse("127.0.0.1:" + zooKeeper.port() + chroot),
            SESSION,
            Duration.ofSeconds(8));
    paths = settings.address().paths();
    copyFile = directory.resolve(ClusterCopy.FILE);
    ClusterFormatter.format(settings, 4, 1, ClusterSettings.DEFAULTS);
    try (ZooKeeperMembership server = join(slot -> true)) {
      server.update(
          view ->
              VolumeChanges.add(
                  view,
                  URI.create("posix:///pan/1"),
                  VolumeInfo.State.ACTIVE,
                  VolumeSettings.UNCHANGED),
          LONG);
      awaitCopy(server.view());
    }
  }

  /** Joins like a starting server: see GigaServer. */
  private ZooKeeperMembership join(IntPredicate keeps) {
    ZooKeeperMembership server = ZooKeeperMembership.open(settings, copyFile);
    try {
      server.guard(
          view ->
              server
                  .remembered()
                  .map(known -> ViewSuccession.objection(known, view, A.id(), keeps))
                  .orElse(""));
      server.join(A, STORE, LONG);
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void awaitCopy(ClusterView view) {
    long deadline = System.nanoTime() + LONG.toNanos();
    while (!ClusterCopy.read(copyFile).map(ClusterCopy::view).equals(Optional.of(view))) {
      assertThat(System.nanoTime() - deadline).as("ns past the deadline").isNegative();
      Thread.onSpinWait();
    }
  }

  private void inZooKeeper(Consumer<ZooKeeperConnection> action) {
    try (ZooKeeperConnection connection = ZooKeeperConnection.open(settings)) {
      action.accept(connection);
    }
  }

  private void overwrite(String path, byte[] bytes) {
    inZooKeeper(connection -> assertThat(connection.replace(path, bytes, -1)).isTrue());
  }

  private byte[] contents(String path) {
    List<byte[]> found = new ArrayList<>();
    inZooKeeper(connection -> found.add(connection.read(path).orElseThrow().data()));
    return found.get(0);
  }

  private String text(String path) {
    return new String(contents(path), StandardCharsets.UTF_8);
  }

  private void changeView(String from, String to) {
    String json = text(paths.view());
    assertThat(json).contains(from);
    overwrite(paths.view(), json.replace(from, to).getBytes(StandardCharsets.UTF_8));
  }

  private void assertRefused(String why) {
    byte[] before = contents(paths.view());
    assertThatThrownBy(() -> join(slot -> true).close())
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("the cluster's view in ZooKeeper (" + paths.view() + ") is refused: ")
        .hasMessageContaining(why);
    assertThat(contents(paths.view())).isEqualTo(before);
  }

  @Test
  void viewTakingSlotsWithoutAMoveIsRefused() {
    String json = text(paths.view());
    long epoch = ClusterCopy.read(copyFile).orElseThrow().view().epoch();
    String other =
        "}, {\n    \"id\" : \"b\",\n    \"endpoint\" : \"host:2\",\n    \"draining\" : false,\n"
            + "    \"cacheBytes\" : 0,\n    \"slots\" : \"2-3\"\n  } ]";
    changeView("\"slots\" : \"0-3\"\n  } ]", "\"slots\" : \"0,1\"\n  " + other);
    assertRefused("it was changed, but its epoch (" + epoch + ") was not");
    changeView("\"epoch\" : " + epoch, "\"epoch\" : " + (epoch + 9));
    assertRefused(
        "it takes slot 2 away from server 'a', which has what belongs to it, without a move");

    // Slots without data on the server may have moved away while it was absent.
    join(slot -> slot < 2).close();
    assertThat(json).isNotEqualTo(text(paths.view()));
  }

  @Test
  void runningServerKeepsItsView() {
    try (ZooKeeperMembership server = join(slot -> true)) {
      ClusterView known = server.view();
      server.guard(view -> ViewSuccession.objection(known, view, A.id(), slot -> true));
      changeView("posix:///pan/1", "posix:///pan/9");
      byte[] changed = contents(paths.view());
      assertThatThrownBy(
              () ->
                  server.update(
                      view ->
                          VolumeChanges.add(
                              view,
                              URI.create("posix:///pan/2"),
                              VolumeInfo.State.ACTIVE,
                              VolumeSettings.UNCHANGED),
                      LONG))
          .isInstanceOf(MembershipException.class)
          .hasMessageContaining("is refused");
      assertThat(server.view()).isEqualTo(known);
      assertThat(contents(paths.view())).isEqualTo(changed);
    }
  }

  @Test
  void olderAndInconsistentViewsAreRefused() {
    long epoch = ClusterCopy.read(copyFile).orElseThrow().view().epoch();
    changeView("\"epoch\" : " + epoch, "\"epoch\" : " + (epoch - 1));
    assertRefused("it is older (epoch " + (epoch - 1) + ") than what this server knows");
    changeView("\"epoch\" : " + (epoch - 1), "\"epoch\" : " + (epoch + 1));
    changeView("posix:///pan/1", "posix:///pan/2");
    assertRefused("volume 1 is at posix:///pan/2, where it never was");
  }

  @Test
  void lostViewIsNotRecreated() {
    inZooKeeper(connection -> connection.delete(paths.view()));
    assertThatThrownBy(() -> join(slot -> true).close())
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("is refused: it is gone, and this server knows that of epoch");
    inZooKeeper(connection -> assertThat(connection.read(paths.view())).isEmpty());
  }

  @Test
  void lostRecordsAreRestoredFromServerCopies() {
    ClusterCopy copy = ClusterCopy.read(copyFile).orElseThrow();
    inZooKeeper(
        connection -> {
          for (String path :
              List.of(paths.view(), paths.format(), paths.member(A.id()), paths.members())) {
            connection.delete(path);
          }
        });
    assertThatThrownBy(() -> join(slot -> true).close())
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("ZooKeeper has lost the cluster's records")
        .hasMessageContaining("Do not make a new cluster")
        .hasMessageContaining("--restore")
        .hasMessageNotContaining("make one with");

    assertThat(ClusterFormatter.restore(settings, List.of(copy))).isEqualTo(copy);
    assertThatThrownBy(() -> ClusterFormatter.restore(settings, List.of(copy)))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("there is a view of the cluster at " + paths.view() + " already");
    try (ZooKeeperMembership server = join(slot -> true)) {
      assertThat(server.view()).isEqualTo(copy.view());
    }
  }

  @Test
  void missingClusterErrorNamesTheFormatCommand() throws Exception {
    inZooKeeper(connection -> connection.delete(paths.format()));
    Files.delete(copyFile);
    assertThatThrownBy(() -> join(slot -> true).close())
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("make one with: giga format --zk");
  }

  @Test
  void garbageIsReportedInOneLineAndKept() {
    for (String path : List.of(paths.format(), paths.member(A.id()), paths.view())) {
      byte[] right = contents(path);
      for (String garbage : GARBAGE) {
        byte[] bytes = garbage.getBytes(StandardCharsets.UTF_8);
        overwrite(path, bytes);
        assertThatThrownBy(() -> join(slot -> true).close())
            .as(path + ": " + garbage)
            .isInstanceOf(MembershipException.class)
            .hasMessageContaining("ZooKeeper's node " + path)
            .hasMessageNotContaining("\n");
        assertThat(contents(path)).isEqualTo(bytes);
      }
      overwrite(path, right);
    }
    join(slot -> true).close();
  }

  /** A mutated record is either valid or refused in the same way. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void mutatedRecordsAreReadOrRefused(long seed) {
    Random random = new Random(seed);
    inZooKeeper(
        connection -> {
          for (String path : List.of(paths.format(), paths.member(A.id()), paths.view())) {
            byte[] right = connection.read(path).orElseThrow().data();
            for (byte[] mutant : mutants(right, random)) {
              connection.replace(path, mutant, -1);
              try {
                ClusterFormat format = ClusterFormatter.read(connection, settings.address());
                new Leader(connection, paths, format, InstantSource.system()).read();
                new ServerRegistration(connection, paths, A, STORE).keep();
              } catch (MembershipException e) {
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
              }
            }
            connection.replace(path, right, -1);
          }
        });
  }

  @Test
  void garbageOfAnotherServerIsReportedInOneLine() {
    for (String name : List.of("b", "no id", "-")) {
      String path = paths.servers() + "/" + name;
      for (String garbage : List.of("", "null", "{}", "[1]", "\u0001", "{\"version\":1}")) {
        inZooKeeper(
            connection -> {
              byte[] bytes = garbage.getBytes(StandardCharsets.UTF_8);
              connection.create(path, bytes, CreateMode.PERSISTENT);
              Leader leader =
                  new Leader(
                      connection, paths, ClusterFormatter.read(settings), InstantSource.system());
              assertThatThrownBy(leader::present)
                  .isInstanceOf(MembershipException.class)
                  .hasMessageContaining("ZooKeeper's node " + path);
              connection.delete(path);
            });
      }
    }
  }

  private static List<byte[]> mutants(byte[] right, Random random) {
    List<byte[]> all = new ArrayList<>();
    for (String text :
        List.of(
            " ", "0", "\"\"", "[]", "{\"version\":-1}", "{\"version\":\"x\"}", "\0\0", "\ufffd")) {
      all.add(text.getBytes(StandardCharsets.UTF_8));
    }
    all.add(Arrays.copyOf(right, right.length / 2));
    all.add(Arrays.copyOf(right, right.length - 1));
    String json = new String(right, StandardCharsets.UTF_8);
    for (String hostile : HOSTILE) {
      for (String key : KEYS) {
        String value = "(?s)\"" + key + "\" : (\\[.*?\\]|\\{.*?\\}|[^,\\n]*)";
        String mutant = json.replaceFirst(value, "\"" + key + "\" : " + hostile);
        all.add(mutant.getBytes(StandardCharsets.UTF_8));
      }
    }
    for (int i = 0; i < MUTANTS; i++) {
      byte[] mutant = right.clone();
      for (int j = 0; j <= random.nextInt(3); j++) {
        mutant[random.nextInt(mutant.length)] = (byte) (32 + random.nextInt(95));
      }
      all.add(mutant);
    }
    return all;
  }
}
