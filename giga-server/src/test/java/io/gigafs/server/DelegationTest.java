package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.DelegationSettings;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests files that a client creates under a delegation, as it and others see them, on a real
 * cluster.
 */
class DelegationTest {
  private static final int SERVERS = 2;
  private static final int SPLIT_THRESHOLD = 400;

  private static final Duration MAX_WAIT = Duration.ofMinutes(5);

  /** So long that files are flushed when another client asks, not by time. */
  private static final DelegationSettings LATE = new DelegationSettings(2, 600_000);

  @TempDir static Path directory;
  private static TestCluster cluster;
  private static GigaClient other;

  private GigaClient client;
  private String at;
  private int firsts;

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.start(directory, SERVERS, 8, SPLIT_THRESHOLD);
    other = cluster.client();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void connect(TestInfo test) throws Exception {
    client = client(LATE);
    at =
        "/"
            + test.getTestMethod().orElseThrow().getName()
            + test.getDisplayName().replaceAll("[^0-9]", "");
    client.makeDirectory(GigaPath.parse(at), 0777);
  }

  @AfterEach
  void disconnect() {
    client.close();
  }

  private static GigaClient client(DelegationSettings delegation) throws Exception {
    return GigaClients.connect(
        ClientSettings.builder(cluster.endpoints())
            .attributeCacheSettings(new AttributeCacheSettings(1_000, Duration.ofMinutes(10)))
            .delegation(delegation)
            .build());
  }

  private GigaPath path(String name) {
    return GigaPath.parse(at + "/" + name);
  }

  private OpenFile open(String name) throws Exception {
    return client.open(
        path(name), OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.EXCLUSIVE).withMode(0640));
  }

  /** Creates and closes a file without waiting for the server. */
  private FileAttributes make(String name) throws Exception {
    OpenFile file = open(name);
    var unused = file.release();
    return file.opened();
  }

  private long requestsOf(ThrowingRunnable action) throws Exception {
    long before = client.statistics().requests();
    action.run();
    return client.statistics().requests() - before;
  }

  /** The number of requests that flush the changes; flushes them. */
  private long unflushedBatches() throws Exception {
    return requestsOf(() -> client.async().sync().get()) - SERVERS;
  }

  private interface ThrowingRunnable {
    void run() throws Exception;
  }

  /** Creates and removes files until one is created without a request. */
  private void haveDelegated() throws Exception {
    long end = System.nanoTime() + MAX_WAIT.toNanos();
    while (System.nanoTime() - end < 0) {
      String name = "first" + firsts++;
      if (requestsOf(() -> make(name)) == 0) {
        return;
      }
      client.unlink(path(name));
    }
    throw new AssertionError("nothing was delegated");
  }

  private static @Nullable FileAttributes seenBy(GigaClient by, GigaPath path)
      throws GigaException {
    try {
      return by.stat(path, Follow.NO);
    } catch (GigaException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.ENOENT);
      return null;
    }
  }

  private static Set<String> listedBy(GigaClient by, String path) throws Exception {
    Set<String> names = new TreeSet<>();
    try (EntryIterator entries = by.list(GigaPath.parse(path), true)) {
      entries.forEachRemaining(entry -> assertThat(names.add(entry.name().toString())).isTrue());
    }
    return names;
  }

  private void assertLookedUp(String name, ErrorCode code) {
    assertThatThrownBy(() -> client.async().lookUp(path(name)).get())
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(GigaException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void filesAreCreatedWithoutARequest() throws Exception {
    haveDelegated();
    assertThat(
            requestsOf(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    assertLookedUp("f" + i, ErrorCode.ENOENT);
                    make("f" + i);
                  }
                }))
        .isZero();
    assertThat(listedBy(other, at)).contains("f0", "f49");
  }

  /**
   * The kernel asks for the attributes of a directory before it creates or removes a name in it.
   */
  @Test
  void statOfTheDirectoryKeepsTheDelegation() throws Exception {
    haveDelegated();
    GigaPath it = GigaPath.parse(at);
    long size = client.stat(it).size();
    assertThat(
            requestsOf(
                () -> {
                  for (int i = 0; i < 20; i++) {
                    make("f" + i);
                    assertThat(client.stat(it).size()).isEqualTo(size + i + 1);
                  }
                }))
        .isZero();
    client.async().sync().get();
    assertThat(
            requestsOf(
                () -> {
                  for (int i = 0; i < 20; i++) {
                    client.unlink(path("f" + i));
                    assertThat(client.stat(it).size()).isEqualTo(size + 19 - i);
                  }
                }))
        .isZero();
    FileAttributes own = client.stat(it);
    FileAttributes reported = other.stat(it);
    assertThat(reported.size()).isEqualTo(own.size()).isEqualTo(size);
    assertThat(reported.links()).isEqualTo(own.links());
    assertThat(reported.modifiedNanos()).isEqualTo(own.modifiedNanos());
    assertThat(reported.changedNanos()).isEqualTo(own.changedNanos());

    make("last");
    own = client.stat(it);
    reported = other.stat(it);
    assertThat(reported.modifiedNanos()).isEqualTo(own.modifiedNanos());
    assertThat(reported.changedNanos()).isEqualTo(own.changedNanos());
  }

  @Test
  void directoryAttributesReflectOtherRequests() throws Exception {
    haveDelegated();
    GigaPath it = GigaPath.parse(at);
    FileAttributes before = client.stat(it);
    make("f");
    client.makeDirectory(path("d"), 0755);
    make("g");
    assertThat(client.stat(it).size()).isEqualTo(before.size() + 3);
    assertThat(client.stat(it).links()).isEqualTo(before.links() + 1);
    client.rename(path("f"), path("g"), RenameMode.REPLACE);
    assertThat(client.stat(it).size()).isEqualTo(before.size() + 2);
    haveDelegated();
    long size = client.stat(it).size();
    client.setAttributes(it, AttributeChange.ofMode(0711), Follow.NO);
    make("h");
    assertThat(client.stat(it).mode()).isEqualTo(0711);
    assertThat(client.stat(it).size()).isEqualTo(size + 1);
    haveDelegated();
    size = client.stat(it).size();
    other.create(path("others"), 0644, true);
    assertThat(client.stat(it).size()).isEqualTo(size + 1);
  }

  @Test
  void othersSeeTheAttributesOfTheCreate() throws Exception {
    haveDelegated();
    FileAttributes reported = make("f");
    assertThat(seenBy(other, path("f"))).isEqualTo(reported);
    assertThat(seenBy(client, path("f"))).isEqualTo(reported);
  }

  @Test
  void createdFileInheritsFromTheDirectory() throws Exception {
    client.setAttributes(GigaPath.parse(at), AttributeChange.ofOwner(7, 8), Follow.NO);
    client.setAttributes(GigaPath.parse(at), AttributeChange.ofMode(02777), Follow.NO);
    haveDelegated();
    GigaClient user = client.as(new Caller(5, 6, 9));
    OpenFile made = user.open(path("f"), OpenOptions.of(Flag.WRITE, Flag.CREATE).withMode(02755));
    assertThat(made.opened().gid()).isEqualTo(8);
    assertThat(made.opened().uid()).isEqualTo(5);
    assertThat(made.opened().mode()).isEqualTo(0755);
    assertThat(seenBy(other, path("f"))).isEqualTo(made.opened());
    made.close();
  }

  @Test
  void createNeedsWritePermission() throws Exception {
    client.setAttributes(GigaPath.parse(at), AttributeChange.ofMode(0755), Follow.NO);
    haveDelegated();
    assertThatThrownBy(
            () ->
                client
                    .as(new Caller(5, 6))
                    .open(path("f"), OpenOptions.of(Flag.WRITE, Flag.CREATE).withMode(0644)))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EACCES));
  }

  @Test
  void permissionChangeAppliesAtOnce() throws Exception {
    GigaClient user = client.as(new Caller(5, 6));
    haveDelegated();
    other.setAttributes(GigaPath.parse(at), AttributeChange.ofMode(0700), Follow.NO);
    assertThatThrownBy(
            () -> user.open(path("f"), OpenOptions.of(Flag.WRITE, Flag.CREATE).withMode(0644)))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EACCES));
  }

  @Test
  void existingNameIsNotCreatedAgain() throws Exception {
    haveDelegated();
    make("f");
    assertThatThrownBy(() -> open("f"))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EEXIST));
    assertThatThrownBy(() -> other.makeDirectory(path("f"), 0755))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EEXIST));
  }

  @Test
  void filesCreatedByOthersAreFound() throws Exception {
    haveDelegated();
    assertLookedUp("f", ErrorCode.ENOENT);
    other.create(path("f"), 0600, true);
    assertThat(client.async().lookUp(path("f")).get()).isEqualTo(seenBy(other, path("f")));
  }

  @Test
  void filesMovedInByOthersAreFound() throws Exception {
    String elsewhere = at + "-elsewhere";
    other.makeDirectory(GigaPath.parse(elsewhere), 0777);
    other.create(GigaPath.parse(elsewhere + "/g"), 0600, true);
    haveDelegated();
    assertLookedUp("g", ErrorCode.ENOENT);
    other.rename(GigaPath.parse(elsewhere + "/g"), path("g"), RenameMode.REPLACE);
    assertThat(client.async().lookUp(path("g")).get()).isEqualTo(seenBy(other, path("g")));
  }

  @Test
  void namesFromOtherOwnRequestsAreFound() throws Exception {
    haveDelegated();
    for (String name : List.of("d", "l", "h", "r", "n")) {
      assertLookedUp(name, ErrorCode.ENOENT);
    }
    make("f");
    client.makeDirectory(path("d"), 0700);
    client.symlink(new byte[] {'x'}, path("l"));
    client.link(path("f"), path("h"), Follow.NO);
    make("f2");
    client.rename(path("f2"), path("r"), RenameMode.NO_REPLACE);
    client.create(path("n"), 0600, true);
    for (String name : List.of("d", "l", "h", "r", "n")) {
      assertThat(client.async().lookUp(path(name)).get().inode())
          .as(name)
          .isEqualTo(other.stat(path(name), Follow.NO).inode());
    }
    assertThat(seenBy(client, path("f2"))).isNull();
  }

  @Test
  void removedFileCanBeCreatedAgain() throws Exception {
    haveDelegated();
    FileAttributes first = make("f");
    client.unlink(path("f"));
    assertThat(seenBy(client, path("f"))).isNull();
    FileAttributes second = make("f");
    assertThat(second.inode()).isNotEqualTo(first.inode());
    assertThat(seenBy(other, path("f"))).isEqualTo(second);
  }

  @Test
  void filesAreRemovedWithoutARequest() throws Exception {
    haveDelegated();
    for (int i = 0; i < 50; i++) {
      make("f" + i);
    }
    client.async().sync().get();
    assertThat(
            requestsOf(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    client.unlink(path("f" + i));
                  }
                }))
        .isZero();
    assertThat(listedBy(other, at)).doesNotContain("f0", "f49").isNotEmpty();
    assertThat(seenBy(client, path("f7"))).isNull();
  }

  @Test
  void removedFileIsNotRemovedAgain() throws Exception {
    haveDelegated();
    make("f");
    client.async().sync().get();
    client.unlink(path("f"));
    assertThatThrownBy(() -> client.unlink(path("f")))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENOENT));
  }

  @Test
  void fileOpenElsewhereSurvivesItsUnlink() throws Exception {
    haveDelegated();
    make("f");
    try (OpenFile open = other.open(path("f"), OpenOptions.of(Flag.READ))) {
      haveDelegated();
      assertThat(client.async().lookUp(path("f")).get().inode()).isEqualTo(open.inode());
      assertThat(requestsOf(() -> client.unlink(path("f")))).isZero();
      assertThat(seenBy(other, path("f"))).isNull();
      assertThat(open.stat().get().links()).isZero();
    }
  }

  @Test
  void unlinkRespectsTheStickyBit() throws Exception {
    client.setAttributes(GigaPath.parse(at), AttributeChange.ofMode(01777), Follow.NO);
    haveDelegated();
    make("f");
    client.async().sync().get();
    assertThatThrownBy(() -> client.as(new Caller(5, 6)).unlink(path("f")))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EPERM));
  }

  @Test
  void directoryWithAnUnflushedFileIsNotEmpty() throws Exception {
    String inner = at + "/inner";
    client.makeDirectory(GigaPath.parse(inner), 0777);
    at = inner;
    haveDelegated();
    List<String> names = new ArrayList<>(listedBy(client, at));
    for (String name : names) {
      client.unlink(path(name));
    }
    haveDelegated();
    for (String name : listedBy(client, at)) {
      client.unlink(path(name));
    }
    make("last");
    assertThatThrownBy(() -> other.removeDirectory(GigaPath.parse(inner)))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENOTEMPTY));
  }

  @Test
  void openFileIsWrittenAndRemoved() throws Exception {
    haveDelegated();
    OpenFile file = open("f");
    file.write(0, ByteBuffer.wrap("abc".getBytes(java.nio.charset.StandardCharsets.UTF_8))).get();
    other.unlink(path("f"));
    assertThat(file.stat().get().links()).isZero();
    file.write(3, ByteBuffer.wrap("def".getBytes(java.nio.charset.StandardCharsets.UTF_8))).get();
    file.flush().get();
    assertThat(file.stat().get().size()).isEqualTo(6);
    file.close();
    OpenFile second = open("g");
    second.write(0, ByteBuffer.wrap(new byte[] {1, 2})).get();
    second.close();
    assertThat(other.readFile(path("g"))).containsExactly(1, 2);
  }

  /** Links, because the client asks for their inode records each time. */
  @Test
  void requestForOneNameDoesNotFlushOthers() throws Exception {
    other.create(path("g"), 0600, true);
    other.link(path("g"), path("h"), Follow.NO);
    other.create(path("p"), 0600, true);
    haveDelegated();
    try (OpenFile open = client.open(path("p"), OpenOptions.of(Flag.READ))) {
      for (String name : List.of("f", "f2")) {
        make(name);
        assertThat(client.stat(path("h"), Follow.NO).links()).isEqualTo(2);
        assertThat(client.async().lookUp(path("h")).get().links()).isEqualTo(2);
        assertThat(client.listXattrs(path("h"), Follow.NO)).isEmpty();
        client.access(path("h"), 4);
        client.open(path("h"), OpenOptions.of(Flag.READ)).close();
        assertThat(open.stat().get().links()).isOne();
        assertThat(unflushedBatches()).isOne();

        client.unlink(path(name));
        assertThat(client.stat(path("h"), Follow.NO).links()).isEqualTo(2);
        assertThat(unflushedBatches()).isOne();
      }
    }
  }

  @Test
  void requestForANameFlushesItsChanges() throws Exception {
    haveDelegated();
    make("f");
    client.open(path("f"), OpenOptions.of(Flag.READ)).close();
    assertThat(unflushedBatches()).isZero();

    for (String name : List.of("g", "h", "i")) {
      make(name);
    }
    client.async().sync().get();
    assertNoneOnceUnlinked("g", path -> client.open(path, OpenOptions.of(Flag.READ)));
    assertNoneOnceUnlinked("h", path -> client.stat(path, Follow.NO));
    assertNoneOnceUnlinked("i", path -> client.access(path, 4));
  }

  private interface Asking {
    void about(GigaPath path) throws Exception;
  }

  private void assertNoneOnceUnlinked(String name, Asking asking) throws Exception {
    assertThat(requestsOf(() -> client.unlink(path(name)))).isZero();
    assertThatThrownBy(() -> asking.about(path(name)))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENOENT));
    assertThat(unflushedBatches()).isZero();
  }

  @Test
  void syncFlushesAllFiles() throws Exception {
    haveDelegated();
    make("f");
    long before = client.statistics().requests();
    client.async().sync().get();
    assertThat(client.statistics().requests()).isGreaterThan(before);
    assertThat(requestsOf(() -> make("g"))).isZero();
  }

  @Test
  void closeOfTheClientFlushesAllFiles() throws Exception {
    haveDelegated();
    make("f");
    client.close();
    assertThat(seenBy(other, path("f"))).isNotNull();
    client = client(LATE);
  }

  /** Splits, other clients and hundreds of files at once. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void noChangeIsLostOrDuplicated(long seed) throws Exception {
    Random random = new Random(seed);
    Set<String> expected = new HashSet<>();
    Set<Long> inodes = new HashSet<>();
    try (GigaClient soon = client(new DelegationSettings(2, random.nextInt(3)))) {
      client.close();
      client = soon;
      for (int i = 0; i < 3_000; i++) {
        String name = "n" + random.nextInt(2_000);
        switch (random.nextInt(100)) {
          case 0 ->
              assertThat(seenBy(other, path(name)) != null).isEqualTo(expected.contains(name));
          case 1 ->
              assertThat(listedBy(random.nextBoolean() ? other : client, at))
                  .isEqualTo(new TreeSet<>(expected));
          case 2, 3, 4 -> {
            if (expected.remove(name)) {
              (random.nextBoolean() ? other : client).unlink(path(name));
            }
          }
          case 5 -> {
            if (expected.add(name)) {
              other.create(path(name), 0600, true);
            }
          }
          default -> {
            if (expected.add(name)) {
              assertThat(inodes.add(make(name).inode().value())).isTrue();
            } else {
              assertThatThrownBy(() -> open(name)).isInstanceOf(GigaException.class);
            }
          }
        }
      }
      assertThat(listedBy(other, at)).isEqualTo(new TreeSet<>(expected));
      client = client(LATE);
    }
  }
}
