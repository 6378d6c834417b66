package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
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
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
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
 * Tests the attributes that a client with an attribute cache reports after changes by itself and by
 * others, on a real cluster.
 */
class AttributeCacheSettingsTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration BRIEF = Duration.ofMillis(2);
  private static final int SPLIT_THRESHOLD = 40;

  @TempDir static Path directory;
  private static TestCluster cluster;
  private static GigaClient other;

  private GigaClient client;
  private String at;

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.start(directory, 2, 8, SPLIT_THRESHOLD);
    other = cluster.client();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void connect(TestInfo test) throws Exception {
    client = client(new AttributeCacheSettings(1_000, LONG));
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

  private static GigaClient client(AttributeCacheSettings kept) throws Exception {
    return GigaClients.connect(
        ClientSettings.builder(cluster.endpoints()).attributeCacheSettings(kept).build());
  }

  private GigaPath path(String name) {
    return GigaPath.parse(at + "/" + name);
  }

  /** Creates a file as the kernel does: with a lookup before it. */
  private void make(String name) throws Exception {
    assertThat(seenBy(client, path(name))).isNull();
    client
        .open(path(name), OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.EXCLUSIVE).withMode(0644))
        .release()
        .get();
  }

  private FileAttributes lookUp(String name) throws Exception {
    return client.async().lookUp(path(name)).get();
  }

  private long requestsOfLookUp(String name) throws Exception {
    long before = client.statistics().requests();
    lookUp(name);
    return client.statistics().requests() - before;
  }

  /** The attributes that another client without a cache sees now. */
  private static @Nullable FileAttributes seenByOthers(GigaPath path) throws GigaException {
    try {
      return other.stat(path, Follow.NO);
    } catch (GigaException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.ENOENT);
      return null;
    }
  }

  private static @Nullable FileAttributes seenBy(GigaClient client, GigaPath path)
      throws Exception {
    try {
      return client.async().lookUp(path).get();
    } catch (ExecutionException e) {
      assertThat(e.getCause())
          .isInstanceOfSatisfying(
              GigaException.class, g -> assertThat(g.code()).isEqualTo(ErrorCode.ENOENT));
      return null;
    }
  }

  private void assertSeenAsIs(String name) throws Exception {
    assertThat(seenBy(client, path(name))).as(name).isEqualTo(seenByOthers(path(name)));
  }

  @Test
  void createdAndLookedUpFilesNeedNoRequest() throws Exception {
    make("a");
    assertThat(requestsOfLookUp("a")).isZero();
    assertSeenAsIs("a");
    other.create(path("b"), 0600, true);
    assertThat(requestsOfLookUp("b")).isEqualTo(1);
    assertThat(requestsOfLookUp("b")).isZero();
    assertThat(lookUp("b").mode()).isEqualTo(0600);
  }

  @Test
  void oneAnswerRevealsAllChangesByOthers() throws Exception {
    make("a");
    make("b");
    make("c");
    other.setAttributes(path("a"), AttributeChange.ofMode(0600));
    assertThat(lookUp("a").mode()).as("not known yet").isEqualTo(0644);
    client.setAttributes(path("c"), AttributeChange.ofMode(0640));
    assertThat(lookUp("c").mode()).isEqualTo(0640);
    assertThat(requestsOfLookUp("b")).isEqualTo(1);
    assertThat(requestsOfLookUp("a")).isEqualTo(1);
    assertThat(lookUp("a").mode()).isEqualTo(0600);
    assertThat(requestsOfLookUp("b")).isZero();
  }

  /**
   * The kernel opens the inode that it knows; if the answer has another inode, it looks the name up
   * again.
   */
  @Test
  void openOfAReplacedFileUpdatesTheNextLookup() throws Exception {
    make("a");
    make("b");
    other.create(path("new"), 0600, true);
    other.rename(path("new"), path("a"), RenameMode.REPLACE);
    try (OpenFile file = client.open(path("a"), OpenOptions.READ)) {
      assertThat(lookUp("a").inode()).isEqualTo(file.inode());
    }
    other.unlink(path("a"));
    assertThatThrownBy(() -> client.open(path("a"), OpenOptions.READ))
        .hasMessageContaining("No such file");
    assertThat(seenBy(client, path("a"))).isNull();
    lookUp("b");
    other.setAttributes(path("b"), AttributeChange.ofMode(0600));
    client.stat(path("b"));
    assertThat(lookUp("b").mode()).isEqualTo(0600);
  }

  @Test
  void attributesOfAHandleDoNotGoBack() throws Exception {
    make("a");
    try (OpenFile mine = client.open(path("a"), OpenOptions.READ);
        OpenFile theirs = other.open(path("a"), OpenOptions.of(Flag.WRITE))) {
      lookUp("a");
      theirs.write(0, ByteBuffer.wrap(new byte[10])).get();
      theirs.flush().get();
      assertThat(mine.stat().get().size()).isEqualTo(10);
      assertThat(lookUp("a").size()).isEqualTo(10);
    }
  }

  @Test
  void readsByOthersBecomeVisible() throws Exception {
    try (OpenFile file = client.open(path("a"), OpenOptions.of(Flag.WRITE, Flag.CREATE))) {
      file.write(0, ByteBuffer.wrap(new byte[10])).get();
    }
    long before = lookUp("a").accessedNanos();
    other.async().readFile(path("a")).get();
    make("b");
    client.setAttributes(path("b"), AttributeChange.ofMode(0600));
    lookUp("b");
    assertThat(lookUp("a").accessedNanos()).isGreaterThan(before);
  }

  @Test
  void disabledCacheAsksTheServerEachTime() throws Exception {
    try (GigaClient asking = client(AttributeCacheSettings.NONE)) {
      asking.create(path("a"), 0644, true);
      asking.async().lookUp(path("a")).get();
      long before = asking.statistics().requests();
      asking.async().lookUp(path("a")).get();
      assertThat(asking.statistics().requests() - before).isEqualTo(1);
    }
  }

  @Test
  void cacheRespectsSearchPermission() throws Exception {
    make("a");
    client.setAttributes(GigaPath.parse(at), AttributeChange.ofMode(0700));
    lookUp("a");
    assertThat(requestsOfLookUp("a")).as("of who may").isZero();
    assertThatThrownBy(() -> client.async().as(new Caller(1000, 1000)).lookUp(path("a")).get())
        .hasMessageContaining("Permission denied");
  }

  /** A handle changes its open file whatever the name of the file is by then. */
  @Test
  void changesByHandleAreVisibleAfterRenames() throws Exception {
    make("a");
    try (OpenFile file = client.open(path("a"), OpenOptions.of(Flag.READ, Flag.WRITE))) {
      client.rename(path("a"), path("b"), RenameMode.REPLACE);
      lookUp("b");
      file.setAttributes(AttributeChange.ofMode(0600)).get();
      assertSeenAsIs("b");
      file.write(0, ByteBuffer.wrap(new byte[5])).get();
      file.flush().get();
      assertSeenAsIs("b");
    }
    assertSeenAsIs("b");
  }

  /** Returns when a client that trusts attributes for {@link #BRIEF} trusts none of its own. */
  private static void awaitExpiry() {
    long expired = System.nanoTime() + BRIEF.toNanos();
    while (System.nanoTime() <= expired) {
      LockSupport.parkNanos(expired - System.nanoTime());
    }
  }

  /** A split moves names to a partition for which their change counter means nothing. */
  @Test
  void namesMovedByASplitAreRevalidated() throws Exception {
    try (GigaClient mistrusting = client(new AttributeCacheSettings(1_000, BRIEF))) {
      client.close();
      client = mistrusting;
      int files = 2 * SPLIT_THRESHOLD;
      for (int i = 0; i < files; i++) {
        make("f" + i);
      }
      for (int changed = 0; changed < 20; changed++) {
        other.setAttributes(path("f" + changed), AttributeChange.ofMode(0600));
        awaitExpiry();
        for (int i = changed + 1; i < files; i++) {
          lookUp("f" + i);
        }
        assertThat(lookUp("f" + changed).mode()).as("f" + changed).isEqualTo(0600);
      }
    }
  }

  /** All kinds of changes by the client itself, in random order. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void ownChangesAreVisibleAtOnce(int seed) throws Exception {
    Random random = new Random(seed);
    RandomChanges own = new RandomChanges(client, random);
    for (int i = 0; i < 300; i++) {
      own.step();
      for (String name : RandomChanges.NAMES) {
        assertSeenAsIs(name);
      }
    }
    own.close();
  }

  /** The same for changes by others, once the cached attributes have expired. */
  @ParameterizedTest
  @ValueSource(ints = {5, 6})
  void changesByOthersAreVisibleAfterExpiry(int seed) throws Exception {
    Random random = new Random(seed);
    try (GigaClient mistrusting = client(new AttributeCacheSettings(1_000, BRIEF))) {
      RandomChanges own = new RandomChanges(mistrusting, random);
      RandomChanges others = new RandomChanges(other, random);
      for (int i = 0; i < 200; i++) {
        (random.nextInt(3) == 0 ? others : own).step();
        awaitExpiry();
        for (String name : RandomChanges.NAMES) {
          assertThat(seenBy(mistrusting, path(name))).as(name).isEqualTo(seenByOthers(path(name)));
        }
      }
      own.close();
      others.close();
    }
  }

  /** Random changes of one client in the test's directory; a refused change counts, too. */
  private final class RandomChanges {
    static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

    private final GigaClient by;
    private final Random random;
    private final List<OpenFile> open = new ArrayList<>();

    RandomChanges(GigaClient by, Random random) {
      this.by = by;
      this.random = random;
    }

    private GigaPath any() {
      return path(NAMES.get(random.nextInt(NAMES.size())));
    }

    void step() throws Exception {
      try {
        change();
      } catch (GigaException e) {
        assertThat(e.code())
            .isIn(ErrorCode.ENOENT, ErrorCode.EEXIST, ErrorCode.EISDIR, ErrorCode.ENOTDIR);
      }
    }

    private void change() throws Exception {
      switch (random.nextInt(13)) {
        case 0, 1 -> open.add(by.open(any(), OpenOptions.of(Flag.READ, Flag.WRITE, Flag.CREATE)));
        case 2 -> by.create(any(), 0640, true);
        case 3 -> by.unlink(any());
        case 4 -> by.rename(any(), any(), RenameMode.REPLACE);
        case 5 -> by.link(any(), any(), Follow.NO);
        case 6 -> by.setAttributes(any(), AttributeChange.ofMode(random.nextInt(01000)));
        case 7 -> by.setAttributes(any(), AttributeChange.ofSize(random.nextInt(100)));
        case 8 -> by.setXattr(any(), new Xattr("user.x", new byte[1]), XattrMode.SET, Follow.NO);
        case 9 -> by.rename(any(), any(), RenameMode.EXCHANGE);
        default -> changeOpen();
      }
    }

    private void changeOpen() throws Exception {
      if (open.isEmpty()) {
        return;
      }
      int i = random.nextInt(open.size());
      OpenFile file = open.get(i);
      switch (random.nextInt(5)) {
        case 0 -> file.write(random.nextInt(50), ByteBuffer.wrap(new byte[3])).get();
        case 1 -> file.setAttributes(AttributeChange.ofMode(random.nextInt(01000))).get();
        case 2 -> file.read(0, ByteBuffer.allocate(10)).get();
        case 3 -> open.remove(i).release().get();
        default -> open.remove(i).close();
      }
      for (OpenFile each : open) {
        each.flush().get();
      }
    }

    void close() {
      open.forEach(OpenFile::close);
    }
  }
}
