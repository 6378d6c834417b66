package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.fuse.MountOptions;
import io.gigafs.fuse.MountedCluster;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.kernel.KernelCalls;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attributes of directories for a kernel that checks permissions: their content, and how many
 * requests and how much time they cost.
 */
class DirectoryAttributesTest {
  private static final int SPLIT_THRESHOLD = 40;

  @TempDir private static Path directory;
  private static TestCluster cluster;
  private static GigaClient client;
  private String at = "";

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.start(directory, 2, 8, SPLIT_THRESHOLD);
    client = cluster.client();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void nameDirectory(TestInfo test) {
    at = "/" + test.getTestMethod().orElseThrow().getName();
  }

  /** A client other than the mount's. */
  private static GigaClient other() throws Exception {
    return cluster.client();
  }

  /** The kernel asks for attributes of each directory on each path to check permissions. */
  @Test
  void getattrDoesNotQueryEveryPartitionEachTime() throws Exception {
    AtomicLong nanos = new AtomicLong();
    FuseFileSystem timed = checkedByKernel(client, nanos);
    KernelCalls calls = KernelCalls.of(timed);
    assertThat(calls.mkdir(at, 0777)).isZero();
    InodeId directory = new InodeId(calls.inode(at));
    FuseAttributes out = new FuseAttributes();
    int names = growUntil(client, timed, nanos, directory, 41, out);
    assertThat(out.size()).isEqualTo(names);

    long before = client.async().statistics().requests();
    other().create(GigaPath.parse(at + "/more"), 0644, true);
    other().setAttributes(GigaPath.parse(at), AttributeChange.ofMode(0751), Follow.YES);
    assertThat(getattr(timed, directory, out)).isZero();
    assertThat(client.async().statistics().requests() - before).isLessThan(20);
    assertThat(out.mode()).isEqualTo(040751);
    assertThat(out.size()).isEqualTo(names);

    nanos.addAndGet(TimeUnit.SECONDS.toNanos(30));
    assertThat(getattr(timed, directory, out)).isZero();
    assertThat(out.size()).isEqualTo(names + 1);
    timed.unmounted();
  }

  /** The kernel asks for the directory before each name, as the last change modified its times. */
  @Test
  void ownChangesUpdateCachedDirectoryAttributes() throws Exception {
    AtomicLong nanos = new AtomicLong();
    FuseFileSystem timed = checkedByKernel(client, nanos);
    KernelCalls calls = KernelCalls.of(timed);
    assertThat(calls.mkdir(at, 0777)).isZero();
    GigaPath path = GigaPath.parse(at);
    InodeId directory = new InodeId(calls.inode(at));
    FuseAttributes out = new FuseAttributes(TimeUnit.SECONDS.toNanos(1));
    calls.mkdir(at + "/sub", 0755);
    calls.close(calls.made(at + "/first"));
    assertThat(getattr(timed, directory, out)).isZero();

    List<Supplier<Integer>> changes =
        List.of(
            () -> calls.close(calls.made(at + "/f")),
            () -> calls.mkdir(at + "/d", 0755),
            () -> calls.link(at + "/f", at + "/g"),
            () -> calls.unlink(at + "/first"),
            () -> calls.rmdir(at + "/sub"));
    for (Supplier<Integer> change : changes) {
      long modified = out.modifiedNanos();
      assertThat(change.get()).isZero();
      long before = client.async().statistics().requests();
      assertThat(getattr(timed, directory, out)).isZero();
      assertThat(client.async().statistics().requests()).isEqualTo(before);
      assertThat(out.modifiedNanos()).isGreaterThan(modified);
      FileAttributes all = other().stat(path);
      assertThat(out.size()).isEqualTo(all.size());
      assertThat(out.links()).isEqualTo(all.links());
    }

    assertThat(calls.mkdir(at + "/d", 0755)).isEqualTo(-ErrorCode.EEXIST.number());
    assertThat(calls.rename(at + "/f", at + "/d/f", 0)).isZero();
    assertThat(calls.chmod(at, 0710)).isZero();
    assertThat(getattr(timed, directory, out)).isZero();
    FileAttributes all = other().stat(path);
    assertThat(out.size()).isEqualTo(all.size()).isEqualTo(2);
    assertThat(out.links()).isEqualTo(all.links()).isEqualTo(3);
    assertThat(out.modifiedNanos()).isEqualTo(all.modifiedNanos());
    assertThat(out.changedNanos()).isEqualTo(all.changedNanos());

    other().create(GigaPath.parse(at + "/others"), 0644, true);
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
    assertThat(getattr(timed, directory, out)).isZero();
    assertThat(out.size()).isEqualTo(3);
    timed.unmounted();
  }

  @Test
  void removedDirectoriesReturnEnoentAtOnce() throws Exception {
    FuseFileSystem timed = checkedByKernel(client, new AtomicLong());
    KernelCalls calls = KernelCalls.of(timed);
    FuseAttributes out = new FuseAttributes(TimeUnit.SECONDS.toNanos(1));
    for (boolean isOther : new boolean[] {false, true}) {
      assertThat(calls.mkdir(at, 0755)).isZero();
      InodeId directory = new InodeId(calls.inode(at));
      assertThat(getattr(timed, directory, out)).isZero();
      if (isOther) {
        other().removeDirectory(GigaPath.parse(at));
      } else {
        assertThat(calls.rmdir(at)).isZero();
      }
      assertThat(getattr(timed, directory, out)).isEqualTo(-ErrorCode.ENOENT.number());
    }
    timed.unmounted();
  }

  /** A mount on two servers with a directory that has partitions on both. */
  private static final class TwoServers implements AutoCloseable {
    private final AtomicLong nanos = new AtomicLong();
    private final FuseAttributes out = new FuseAttributes(TimeUnit.SECONDS.toNanos(1));
    private final Duration timeout;
    private final TestCluster servers;
    private final GigaClient client;
    private final FuseFileSystem mounted;
    private final KernelCalls calls;
    private final InodeId root;
    private final InodeId directory;
    private final long size;

    /** Index of a server that does not own the root, which the mount needs. */
    private final int mayBeDown;

    TwoServers(Path alone, Duration timeout) throws Exception {
      this.timeout = timeout;
      this.servers = TestCluster.start(alone, 2, 4, SPLIT_THRESHOLD);
      this.client =
          GigaClients.connect(ClientSettings.builder(servers.endpoints()).timeout(timeout).build());
      this.mounted = checkedByKernel(client, nanos);
      this.calls = KernelCalls.of(mounted);
      assertThat(calls.mkdir("/d", 0750)).isZero();
      this.root = new InodeId(mounted.root());
      this.directory = new InodeId(calls.inode("/d"));
      this.size = growUntil(client, mounted, nanos, directory, 4, out);
      String first = servers.view().ownerOf(root, PartitionIndex.ZEROTH).id().toString();
      this.mayBeDown = first.equals("s0") ? 1 : 0;
    }

    void stopOne() {
      servers.stop(mayBeDown);
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    }

    void startAgain() {
      servers.restart(mayBeDown);
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    }

    int getattr() {
      return DirectoryAttributesTest.getattr(mounted, directory, out);
    }

    /** Whether a request that begins now gets the whole timeout, rather than four fifths of it. */
    boolean hasRequestAllTime() {
      long before = System.nanoTime();
      mounted.serving();
      long end = CallDeadline.current().nanos();
      long after = System.nanoTime();
      mounted.served();
      boolean isAll = end - before >= timeout.toNanos();
      assertThat(isAll || end - after <= timeout.multipliedBy(4).dividedBy(5).toNanos()).isTrue();
      return isAll;
    }

    @Override
    public void close() {
      mounted.unmounted();
      client.close();
      servers.close();
    }
  }

  @Test
  void lookupOfADirectorySucceedsWhileOneOfItsServersIsStopped(@TempDir Path alone)
      throws Exception {
    try (TwoServers two = new TwoServers(alone, Duration.ofSeconds(10))) {
      two.stopOne();
      byte[] name = Name.of("d").bytes();
      assertThat(two.mounted.lookup(two.calls.caller(), two.root.value(), name, two.out)).isZero();
      assertThat(two.out.mode()).isEqualTo(040750);
      assertThat(two.out.size()).isEqualTo(two.size);
      long before = two.client.async().statistics().requests();
      assertThat(two.getattr()).isZero();
      assertThat(two.client.async().statistics().requests() - before).isLessThan(4);
    }
  }

  /** All requests that the kernel makes for one path call must end within the timeout. */
  @Test
  void timeSpentOnParentDirectoriesShortensTheRequestDeadline(@TempDir Path alone)
      throws Exception {
    try (TwoServers two = new TwoServers(alone, Duration.ofSeconds(10))) {
      assertThat(two.hasRequestAllTime()).isTrue();
      two.stopOne();
      assertThat(two.getattr()).isZero();
      assertThat(two.hasRequestAllTime()).isFalse();
    }
  }

  /** Late replies of a server are used, though the caller gave up waiting. */
  @Test
  void restartedServerEndsTheDirectoryOutage(@TempDir Path alone) throws Exception {
    try (TwoServers two = new TwoServers(alone, Duration.ofSeconds(45))) {
      two.stopOne();
      assertThat(two.getattr()).isZero();
      assertThat(two.out.size()).isEqualTo(two.size);

      two.startAgain();
      try (GigaClient other = two.servers.client()) {
        other.create(GigaPath.parse("/d/more"), 0644, true);
      }
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
      do {
        assertThat(System.nanoTime() - deadline).isNegative();
        assertThat(two.getattr()).isZero();
      } while (two.out.size() == two.size || !two.hasRequestAllTime());
      assertThat(two.out.size()).isEqualTo(two.size + 1);
    }
  }

  /**
   * Creates files in a directory until it has {@code partitions} partitions, and reads its
   * attributes then.
   *
   * @return how many files there are
   */
  private static int growUntil(
      GigaClient by,
      FuseFileSystem mounted,
      AtomicLong nanos,
      InodeId directory,
      int partitions,
      FuseAttributes out)
      throws Exception {
    int names = 0;
    do {
      int begin = names;
      names += 500;
      List<Name> more = IntStream.range(begin, names).mapToObj(i -> Name.of("f" + i)).toList();
      by.async()
          .createAll(DirectoryTarget.of(directory), more, 0644, true)
          .get(60, TimeUnit.SECONDS);
      nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
      assertThat(getattr(mounted, directory, out)).isZero();
    } while (by.async().partitionsOf(directory) < partitions);
    return names;
  }

  private static FuseFileSystem checkedByKernel(GigaClient of, AtomicLong nanos) {
    return MountedCluster.of(
        of.async(),
        MountOptions.builder().kernelChecks(true).build(),
        nanos::get,
        InstantSource.system());
  }

  private static int getattr(FuseFileSystem of, InodeId directory, FuseAttributes out) {
    return of.getattr(KernelCalls.of(of).caller(), FuseFile.ofDirectory(directory.value()), out);
  }
}
