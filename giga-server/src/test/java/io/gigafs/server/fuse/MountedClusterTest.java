package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.fuse.MountOptions;
import io.gigafs.fuse.MountedCluster;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.fuse.binding.FuseSpace;
import io.gigafs.fuse.binding.OpenFlags;
import io.gigafs.fuse.kernel.KernelCalls;
import io.gigafs.fuse.kernel.KernelCalls.Page;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.TestCluster;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Replies to the kernel, tested without a kernel: each test has its own directory. */
class MountedClusterTest {
  private static final int SPLIT_THRESHOLD = 40;

  @TempDir private static Path directory;
  private static TestCluster cluster;
  private static GigaClient client;

  private FuseFileSystem files;
  private KernelCalls root;
  private KernelCalls alice;
  private KernelCalls bob;
  private String at = "";

  @BeforeAll
  static void start() throws Exception {
    cluster = TestCluster.start(directory, 2, 8, SPLIT_THRESHOLD);
    cluster.addVolume("v");
    client = cluster.client();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void makeDirectory(TestInfo test) {
    files =
        MountedCluster.of(
            client.async(), MountOptions.DEFAULT, System::nanoTime, InstantSource.system());
    root = KernelCalls.of(files);
    alice = root.as(1000, 100, 300);
    bob = root.as(1001, 100);
    at = "/" + test.getDisplayName().replace("()", "");
    assertThat(root.mkdir(at, 0777)).isZero();
    assertThat(root.chmod(at, 0777)).isZero();
  }

  @AfterEach
  void unmount() {
    files.unmounted();
  }

  private static int no(ErrorCode code) {
    return -code.number();
  }

  /** A client other than the mount's. */
  private static GigaClient other() throws Exception {
    return cluster.client();
  }

  @Test
  void writesAreVisibleAtOnceByPathAndByHandle() {
    long handle = root.made(at + "/f");
    assertThat(root.attributes.size()).isZero();
    assertThat(root.attributes.mode()).isEqualTo(0100644);
    assertThat(root.write(handle, 0, "hello")).isEqualTo(5);
    assertThat(root.lookup(at + "/f")).isZero();
    assertThat(root.attributes.size()).isEqualTo(5);
    assertThat(root.write(handle, 5, " world")).isEqualTo(6);
    assertThat(root.getattr(handle)).isZero();
    assertThat(root.attributes.size()).isEqualTo(11);
    assertThat(root.write(handle, 11, "!")).isEqualTo(1);
    assertThat(root.link(at + "/f", at + "/g")).isZero();
    assertThat(root.attributes.size()).isEqualTo(12);
    assertThat(root.attributes.links()).isEqualTo(2);
    assertThat(root.close(handle)).isZero();
    long again = root.openedFor(at + "/g", KernelCalls.READ);
    assertThat(root.read(again, 6, 100)).isEqualTo("world!");
    assertThat(root.write(again, 0, "x")).isEqualTo(no(ErrorCode.EBADF));
    assertThat(root.close(again)).isZero();
    assertThat(root.getattr(again)).isEqualTo(no(ErrorCode.EBADF));
  }

  @Test
  void openFileOutlivesItsNames() {
    long handle = root.made(at + "/f");
    root.write(handle, 0, "first");
    assertThat(root.rename(at + "/f", at + "/g", 0)).isZero();
    root.write(handle, 5, " second");
    assertThat(root.unlink(at + "/g")).isZero();
    assertThat(root.lookup(at + "/g")).isEqualTo(no(ErrorCode.ENOENT));
    root.write(handle, 12, " third");
    assertThat(root.getattr(handle)).isZero();
    assertThat(root.attributes.links()).isZero();
    assertThat(root.attributes.size()).isEqualTo(18);
    assertThat(root.read(handle, 0, 100)).isEqualTo("first second third");
    assertThat(root.truncate(handle, 5)).isZero();
    assertThat(root.attributes.size()).isEqualTo(5);
    assertThat(files.fsync(root.caller(), handle, false)).isZero();
    assertThat(root.access(handle, 1)).isEqualTo(no(ErrorCode.EACCES));
    assertThat(bob.access(handle, 4)).isZero();
    assertThat(bob.access(handle, 2)).isEqualTo(no(ErrorCode.EACCES));
    assertThat(root.rmdir(at)).isZero();
    assertThat(root.read(handle, 0, 100)).isEqualTo("first");
    assertThat(bob.reopen(handle, KernelCalls.BOTH)).isEqualTo(no(ErrorCode.EACCES));
    assertThat(root.reopen(handle, KernelCalls.BOTH)).isZero();
    long again = root.opened.handle();
    assertThat(root.write(again, 5, "!")).isEqualTo(1);
    assertThat(root.close(again)).isZero();
    assertThat(root.read(handle, 0, 100)).isEqualTo("first!");
    assertThat(root.close(handle)).isZero();
  }

  @Test
  void appendsFollowWritesOfOtherHandles() throws Exception {
    long one = root.made(at + "/f");
    long two = root.openedFor(at + "/f", KernelCalls.WRITE);
    for (int i = 0; i < 10; i++) {
      assertThat(root.append(i % 2 == 0 ? one : two, i + ".")).isEqualTo(2);
    }
    assertThat(root.read(one, 0, 100)).isEqualTo("0.1.2.3.4.5.6.7.8.9.");
    assertThat(root.close(one)).isZero();
    assertThat(root.close(two)).isZero();
    assertThat(new String(other().readFile(GigaPath.parse(at + "/f")), StandardCharsets.UTF_8))
        .isEqualTo("0.1.2.3.4.5.6.7.8.9.");
  }

  @Test
  void closedFilesAreVisibleToOtherClients() throws Exception {
    GigaClient elsewhere = other();
    for (int i = 0; i < 20; i++) {
      long handle = root.made(at + "/f" + i);
      root.write(handle, 0, "text " + i);
      assertThat(files.flush(root.caller(), handle, 1)).isZero();
      assertThat(elsewhere.readFile(GigaPath.parse(at + "/f" + i)))
          .isEqualTo(KernelCalls.bytes("text " + i));
      assertThat(files.release(handle)).isZero();
      assertThat(root.unlink(at + "/f" + i)).isZero();
    }
    assertThat(root.rmdir(at)).isZero();
  }

  @Test
  void largeFilesMoveToVolumesAndBack() {
    long handle = root.made(at + "/f");
    String block = "0123456789abcdef".repeat(4096);
    for (int i = 0; i < 32; i++) {
      assertThat(root.write(handle, (long) i * block.length(), block)).isEqualTo(block.length());
    }
    assertThat(root.close(handle)).isZero();
    long again = root.openedFor(at + "/f", KernelCalls.BOTH);
    assertThat(root.read(again, 31L * block.length(), 2 * block.length())).isEqualTo(block);
    assertThat(root.append(again, "tail")).isEqualTo(4);
    assertThat(root.getattr(again)).isZero();
    assertThat(root.attributes.size()).isEqualTo(32L * block.length() + 4);
    assertThat(root.truncate(at + "/f", 10)).isZero();
    assertThat(root.read(again, 0, 100)).isEqualTo("0123456789");
    assertThat(root.close(again)).isZero();
  }

  @Test
  void readdirInAnyStepSurvivesConcurrentChanges() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      root.close(root.made(at + "/f" + i));
      names.add("f" + i);
    }
    for (int step : List.of(1, 7, 1_000)) {
      assertThat(root.list(at, step, step == 7)).containsExactlyInAnyOrderElementsOf(names);
    }
    long handle = root.opendir(at);
    Page first = root.readdir(handle, 0, 100, false);
    for (int i = 0; i < 300; i += 2) {
      root.unlink(at + "/f" + i);
      root.close(root.made(at + "/g" + i));
    }
    // Back to the middle, as the kernel does when the reader's buffer was too small.
    Page again = root.readdir(handle, first.offsets().get(49), 50, false);
    assertThat(again.names()).isEqualTo(first.names().subList(50, 100));
    TreeSet<String> all = new TreeSet<>(first.names());
    List<String> rest = new ArrayList<>();
    long offset = first.offsets().get(99);
    for (Page page = root.readdir(handle, offset, 11, true);
        !page.names().isEmpty();
        page = root.readdir(handle, offset, 11, true)) {
      rest.addAll(page.names());
      offset = page.offsets().get(page.offsets().size() - 1);
    }
    assertThat(rest).doesNotHaveDuplicates().doesNotContainAnyElementsOf(first.names());
    all.addAll(rest);
    for (int i = 1; i < 300; i += 2) {
      assertThat(all).contains("f" + i);
    }
    // seekdir(3) to an old offset, and rewinddir(3).
    assertThat(root.readdir(handle, first.offsets().get(0), 1_000, false).names())
        .doesNotContain(first.names().get(0))
        .hasSizeBetween(200, 300);
    assertThat(root.readdir(handle, 0, 1_000, false).names())
        .hasSize(300)
        .doesNotContain("f0")
        .contains("g0");
    assertThat(files.releasedir(handle)).isZero();
  }

  @Test
  void inodeNumbersReachMovedDirectories() throws Exception {
    GigaClient elsewhere = other();
    root.mkdir(at + "/d", 0755);
    root.mkdir(at + "/other", 0755);
    long d = root.inode(at + "/d");
    byte[] name = KernelCalls.bytes("f");
    assertThat(files.parent(bob.caller(), d)).isEqualTo(root.inode(at));
    assertThat(files.parent(bob.caller(), files.root())).isEqualTo(files.root());
    elsewhere.rename(
        GigaPath.parse(at + "/d"), GigaPath.parse(at + "/other/d"), RenameMode.REPLACE);
    elsewhere.makeDirectory(GigaPath.parse(at + "/d"), 0755);
    assertThat(files.mkdir(root.caller(), d, name, 0755, 0, root.attributes)).isZero();
    assertThat(root.lookup(at + "/other/d/f")).isZero();
    assertThat(root.lookup(at + "/d/f")).isEqualTo(no(ErrorCode.ENOENT));
    assertThat(files.parent(bob.caller(), d)).isEqualTo(root.inode(at + "/other"));
    elsewhere.removeDirectory(GigaPath.parse(at + "/other/d/f"));
    elsewhere.removeDirectory(GigaPath.parse(at + "/other/d"));
    assertThat(files.mkdir(root.caller(), d, name, 0755, 0, root.attributes))
        .isEqualTo(no(ErrorCode.ENOENT));
    assertThat(files.lookup(root.caller(), d, name, root.attributes))
        .isEqualTo(no(ErrorCode.ENOENT));
  }

  @Test
  void searchPermissionOfParentsAppliesToInodeNumbers() {
    root.mkdir(at + "/closed", 0755);
    root.mkdir(at + "/closed/open", 0755);
    assertThat(root.chmod(at + "/closed/open", 0777)).isZero();
    root.close(root.made(at + "/closed/open/f"));
    assertThat(alice.open(at + "/closed/open/f", KernelCalls.READ)).isZero();
    files.release(alice.opened.handle());
    assertThat(root.chmod(at + "/closed", 0700)).isZero();
    assertThat(alice.open(at + "/closed/open/f", KernelCalls.READ)).isEqualTo(no(ErrorCode.EACCES));
    assertThat(alice.lookup(at + "/closed/open/f")).isEqualTo(no(ErrorCode.EACCES));
    assertThat(alice.getattr(at + "/closed/open")).isEqualTo(no(ErrorCode.EACCES));
    assertThat(alice.unlink(at + "/closed/open/f")).isEqualTo(no(ErrorCode.EACCES));
    assertThat(alice.list(at + "/closed/open", 9, false))
        .containsExactly("errno " + ErrorCode.EACCES.number());
    assertThat(root.unlink(at + "/closed/open/f")).isZero();
  }

  @Test
  void removedDirectoryHasNoEntries() {
    root.mkdir(at + "/d", 0755);
    long handle = root.opendir(at + "/d");
    assertThat(root.rmdir(at + "/d")).isZero();
    assertThat(root.readdir(handle, 0, 10, true).names()).isEmpty();
    assertThat(root.readdir(handle, 0, 10, false).names()).isEmpty();
  }

  @Test
  void listingsOmitAttributesOlderThanOwnChanges() {
    for (int i = 0; i < 10; i++) {
      root.close(root.made(at + "/f" + i));
    }
    long handle = root.opendir(at);
    assertThat(root.readdir(handle, 0, 5, true).withAttributes()).isEqualTo(5);
    long file = root.openedFor(at + "/f3", KernelCalls.WRITE);
    Page next = root.readdir(handle, root.readdir(handle, 0, 5, true).offsets().get(4), 5, true);
    assertThat(next.names()).hasSize(5);
    root.write(file, 0, "x");
    assertThat(root.readdir(handle, next.offsets().get(0), 9, true).withAttributes()).isZero();
    Page all = root.readdir(handle, 0, 20, true);
    assertThat(all.names()).hasSize(10);
    assertThat(all.withAttributes()).as("all but the open one").isEqualTo(9);
    root.close(file);
  }

  @Test
  void serversCheckPermissions() {
    assertThat(alice.mkdir(at + "/a", 0750)).isZero();
    assertThat(alice.attributes.uid()).isEqualTo(1000);
    assertThat(alice.attributes.gid()).isEqualTo(100);
    alice.close(alice.made(at + "/a/f"));
    assertThat(bob.lookup(at + "/a/f")).isZero();
    assertThat(bob.create(at + "/a/g", 0644, KernelCalls.WRITE)).isEqualTo(no(ErrorCode.EACCES));
    assertThat(bob.open(at + "/a/f", KernelCalls.WRITE)).isEqualTo(no(ErrorCode.EACCES));
    assertThat(bob.chmod(at + "/a/f", 0777)).isEqualTo(no(ErrorCode.EPERM));
    assertThat(root.as(1002, 200).lookup(at + "/a/f")).isEqualTo(no(ErrorCode.EACCES));
    assertThat(root.as(1002, 200, 5, 100).lookup(at + "/a/f")).isZero();
    assertThat(root.as(1002, 200).list(at + "/a", 9, true)).containsExactly("errno 13");
    assertThat(alice.chmod(at + "/a", 0744)).isZero();
    assertThat(root.as(1002, 200).list(at + "/a", 9, true))
        .as("may be read, not searched")
        .containsExactly("f");
    assertThat(bob.access(at + "/a", 4)).isZero();
    assertThat(bob.access(at + "/a", 1)).isEqualTo(no(ErrorCode.EACCES));
  }

  @Test
  void namesAreBytesAndPathsHaveAnyLength() {
    long directory = root.inode(at);
    byte[] name = {'x', (byte) 0xff, (byte) 0xfe};
    assertThat(
            files.create(
                root.caller(),
                directory,
                name,
                0644,
                0,
                KernelCalls.WRITE,
                root.opened,
                root.attributes))
        .isZero();
    files.release(root.opened.handle());
    assertThat(files.lookup(root.caller(), directory, name, root.attributes)).isZero();
    assertThat(files.unlink(root.caller(), directory, name)).isZero();
    assertThat(root.create(at + "/" + "n".repeat(256), 0644, KernelCalls.WRITE))
        .isEqualTo(no(ErrorCode.ENAMETOOLONG));
    String path = at;
    for (int i = 0; i < 20; i++) {
      path += "/" + "d".repeat(255);
      assertThat(root.mkdir(path, 0755)).isZero();
    }
    root.close(root.made(path + "/f"));
    assertThat(root.list(path, 9, false)).containsExactly("f");
    assertThat(root.create(path + "/" + "n".repeat(256), 0644, KernelCalls.WRITE))
        .isEqualTo(no(ErrorCode.ENAMETOOLONG));
  }

  @Test
  void filesOpenedEmptyForWritingBypassThePageCache() {
    String file = at + "/f";
    assertThat(root.create(file, 0644, KernelCalls.WRITE)).isZero();
    assertThat(root.writesDirectly()).isTrue();
    long handle = root.opened.handle();
    assertThat(root.write(handle, 0, "text")).isEqualTo(4);
    root.close(handle);
    root.close(root.openedFor(file, KernelCalls.WRITE));
    assertThat(root.writesDirectly()).isFalse();
    root.close(root.openedFor(file, KernelCalls.BOTH | OpenFlags.TRUNCATE));
    assertThat(root.writesDirectly()).isFalse();
    root.close(root.openedFor(file, KernelCalls.WRITE | OpenFlags.APPEND));
    assertThat(root.writesDirectly()).isFalse();
    root.close(root.openedFor(file, KernelCalls.READ));
    assertThat(root.writesDirectly()).isFalse();
    root.close(root.openedFor(file, KernelCalls.WRITE | OpenFlags.TRUNCATE));
    assertThat(root.writesDirectly()).isTrue();
  }

  @Test
  void symlinksNodesAndRenamesWork() {
    assertThat(root.symlink("not/there", at + "/l")).isZero();
    assertThat(root.attributes.mode()).isEqualTo(0120777);
    ByteBuffer target = ByteBuffer.allocate(4095);
    assertThat(root.readlink(at + "/l", target)).isEqualTo(9);
    assertThat(new String(target.array(), 0, 9, StandardCharsets.UTF_8)).isEqualTo("not/there");
    assertThat(root.open(at + "/l", KernelCalls.READ)).isEqualTo(no(ErrorCode.ESTALE));
    assertThat(root.create(at + "/l", 0644, KernelCalls.WRITE)).isEqualTo(no(ErrorCode.ESTALE));
    assertThat(root.create(at + "/l", 0644, KernelCalls.WRITE | OpenFlags.EXCLUSIVE))
        .isEqualTo(no(ErrorCode.EEXIST));
    assertThat(root.mknod(at + "/p", 0010666, 0)).isZero();
    assertThat(root.attributes.mode()).isEqualTo(0010644);
    assertThat(root.mknod(at + "/c", 0020600, 0x103)).isZero();
    assertThat(root.attributes.device()).isEqualTo(0x103);
    root.close(root.made(at + "/f"));
    assertThat(root.rename(at + "/f", at + "/p", 1)).isEqualTo(no(ErrorCode.EEXIST));
    assertThat(root.rename(at + "/f", at + "/p", 2)).isZero();
    assertThat(root.lookup(at + "/f")).isZero();
    assertThat(root.attributes.mode()).isEqualTo(0010644);
    assertThat(root.rename(at + "/f", at + "/p", 8)).isEqualTo(no(ErrorCode.EINVAL));
    assertThat(root.rename(at + "/f", at + "/p", 0)).isZero();
    assertThat(root.list(at, 9, true)).containsExactlyInAnyOrder("l", "p", "c");
    assertThat(root.unlink(at)).isEqualTo(no(ErrorCode.EISDIR));
    assertThat(root.rmdir(at)).isEqualTo(no(ErrorCode.ENOTEMPTY));
  }

  @Test
  void cachedPagesAreKeptUntilAnotherWrite() throws Exception {
    long handle = root.made(at + "/f");
    root.write(handle, 0, "one");
    root.close(handle);
    root.close(root.openedFor(at + "/f", KernelCalls.READ));
    root.close(root.openedFor(at + "/f", KernelCalls.READ));
    assertThat(root.keepsPages()).isTrue();
    GigaClient elsewhere = other();
    elsewhere.writeFile(GigaPath.parse(at + "/f"), 0644, KernelCalls.bytes("two"), false);
    long again = root.openedFor(at + "/f", KernelCalls.READ);
    assertThat(root.keepsPages()).isFalse();
    assertThat(root.read(again, 0, 9)).isEqualTo("two");
    root.close(again);
    root.close(root.openedFor(at + "/f", KernelCalls.READ));
    assertThat(root.keepsPages()).isTrue();
    root.open(at + "/f", KernelCalls.WRITE | OpenFlags.TRUNCATE);
    assertThat(root.keepsPages()).isFalse();
    root.close(root.opened.handle());
  }

  @Test
  void processesLockRanges() throws Exception {
    long one = root.made(at + "/f");
    long two = root.openedFor(at + "/f", KernelCalls.BOTH);
    FuseLock.Type exclusive = FuseLock.Type.EXCLUSIVE;
    assertThat(alice.lock(one, 71, exclusive, 0, 10, false)).isZero();
    assertThat(bob.lock(two, 72, exclusive, 9, 1, false)).isEqualTo(no(ErrorCode.EAGAIN));
    FuseLock found = new FuseLock();
    found.set(FuseLock.Type.SHARED, 5, 0, 0);
    assertThat(files.findLock(bob.caller(), two, 72, found)).isZero();
    assertThat(found.type()).isEqualTo(exclusive);
    assertThat(found.start()).isZero();
    assertThat(found.length()).isEqualTo(10);
    assertThat(found.pid()).isEqualTo(1001);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<Integer> waiting = threads.submit(() -> bob.lock(two, 72, exclusive, 9, 1, true));
      // Closing any descriptor of the file releases the process's locks.
      long third = root.openedFor(at + "/f", KernelCalls.READ);
      assertThat(alice.close(third, 71)).isZero();
      assertThat(waiting.get(60, TimeUnit.SECONDS)).isZero();
      assertThat(alice.lock(one, 71, exclusive, 0, 0, false)).isEqualTo(no(ErrorCode.EAGAIN));
      assertThat(bob.lock(two, 72, FuseLock.Type.NONE, 0, 0, false)).isZero();
      assertThat(alice.lock(one, 71, exclusive, 0, 0, false)).isZero();
    } finally {
      threads.shutdownNow();
    }
    root.close(one, 71);
    root.close(two, 72);
  }

  @Test
  void lockWaitsCanBeInterrupted() throws Exception {
    long one = root.made(at + "/f");
    long two = root.openedFor(at + "/f", KernelCalls.BOTH);
    FuseLock.Type exclusive = FuseLock.Type.EXCLUSIVE;
    assertThat(root.lock(one, 1, exclusive, 0, 0, false)).isZero();
    assertThat(files.flock(root.caller(), one, exclusive, true)).isZero();
    for (Callable<Integer> waits :
        List.<Callable<Integer>>of(
            () -> root.lock(two, 2, exclusive, 5, 5, true),
            () -> files.flock(root.caller(), two, exclusive, true))) {
      int[] result = {1};
      Thread waiter =
          new Thread(
              () -> {
                try {
                  result[0] = waits.call();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      waiter.start();
      awaitState(waiter, Thread.State.WAITING);
      waiter.interrupt();
      waiter.join(60_000);
      assertThat(result[0]).isEqualTo(-4);
    }
    assertThat(root.close(one)).isZero();
    assertThat(root.lock(two, 2, exclusive, 0, 0, true)).isZero();
    assertThat(files.flock(root.caller(), two, exclusive, true)).isZero();
    root.close(two);
  }

  private static void awaitState(Thread thread, Thread.State state) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (thread.getState() != state) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void fallocateZeroesRangesAndExtendsFiles() {
    long handle = root.made(at + "/f");
    root.write(handle, 0, "abcdefghij");
    assertThat(files.fallocate(root.caller(), handle, 3, 2, 3)).isZero();
    assertThat(root.read(handle, 0, 20)).isEqualTo("ab\0\0\0fghij");
    assertThat(files.fallocate(root.caller(), handle, 3, 8, 100)).isZero();
    assertThat(root.read(handle, 0, 20)).isEqualTo("ab\0\0\0fgh\0\0");
    assertThat(files.fallocate(root.caller(), handle, 0, 5, 10)).isZero();
    assertThat(root.read(handle, 0, 20)).isEqualTo("ab\0\0\0fgh\0\0\0\0\0\0\0");
    assertThat(files.fallocate(root.caller(), handle, 16, 0, 16)).isZero();
    assertThat(root.read(handle, 0, 20)).isEqualTo("\0".repeat(16));
    assertThat(files.fallocate(root.caller(), handle, 1, 0, 100)).isZero();
    assertThat(root.getattr(handle)).isZero();
    assertThat(root.attributes.size()).isEqualTo(16);
    assertThat(files.fallocate(root.caller(), handle, 8, 0, 4)).isEqualTo(no(ErrorCode.EOPNOTSUPP));
    assertThat(files.fallocate(root.caller(), handle, 0, 0, 0)).isEqualTo(no(ErrorCode.EINVAL));
    root.close(handle);
  }

  @Test
  void fallocateFailsWhenThereIsNoSpace() {
    long handle = root.made(at + "/f");
    root.write(handle, 0, "text");
    long most = 1L << 60;
    for (int mode : new int[] {0, 1}) {
      assertThat(files.fallocate(root.caller(), handle, mode, 0, 1L << 59))
          .isEqualTo(no(ErrorCode.ENOSPC));
      assertThat(files.fallocate(root.caller(), handle, mode, most, 1))
          .isEqualTo(no(ErrorCode.EFBIG));
      assertThat(files.fallocate(root.caller(), handle, mode, 1, Long.MAX_VALUE))
          .isEqualTo(no(ErrorCode.EFBIG));
    }
    assertThat(files.fallocate(root.caller(), handle, 0, 0, 5L << 30)).isZero();
    assertThat(root.getattr(handle)).isZero();
    assertThat(root.attributes.size()).isEqualTo(5L << 30);
    assertThat(root.read(handle, (5L << 30) - 2, 9)).isEqualTo("\0\0");
    root.close(handle);
  }

  @Test
  void userAttributesAndAclsAreStored() {
    alice.close(alice.made(at + "/f"));
    assertThat(alice.setxattr(at + "/f", "user.a", KernelCalls.bytes("1"))).isZero();
    assertThat(alice.setxattr(at + "/f", "user.b", KernelCalls.bytes("22"))).isZero();
    assertThat(alice.getxattr(at + "/f", "user.b")).isEqualTo(KernelCalls.bytes("22"));
    ByteBuffer names = ByteBuffer.allocate(1 << 16);
    assertThat(alice.listxattr(at + "/f", names)).isEqualTo(14);
    assertThat(new String(names.array(), 0, 14, StandardCharsets.UTF_8))
        .isEqualTo("user.a\0user.b\0");
    assertThat(alice.removexattr(at + "/f", "user.a")).isZero();
    assertThat(alice.getxattr(at + "/f", "user.a")).isNull();
    Acl acl = new Acl(6, List.of(new Acl.Named(1001, 6)), 0, List.of(), 6, 0);
    assertThat(alice.setxattr(at + "/f", AclXattr.ACCESS, AclXattr.encode(acl))).isZero();
    assertThat(alice.getxattr(at + "/f", AclXattr.ACCESS)).isEqualTo(AclXattr.encode(acl));
    bob.close(bob.openedFor(at + "/f", KernelCalls.BOTH));
    assertThat(root.as(1002, 100).open(at + "/f", KernelCalls.READ))
        .isEqualTo(no(ErrorCode.EACCES));
  }

  @Test
  void unlinkedFileKeepsItsExtendedAttributes() {
    long handle = alice.made(at + "/f");
    assertThat(alice.setxattr(at + "/f", "user.a", KernelCalls.bytes("1"))).isZero();
    assertThat(alice.setxattr(handle, "user.a", KernelCalls.bytes("2"))).isZero();
    assertThat(alice.getxattr(at + "/f", "user.a")).isEqualTo(KernelCalls.bytes("2"));
    assertThat(alice.unlink(at + "/f")).isZero();
    alice.close(alice.made(at + "/f"));
    assertThat(alice.getxattr(handle, "user.a")).isEqualTo(KernelCalls.bytes("2"));
    assertThat(alice.setxattr(handle, "user.b", KernelCalls.bytes("2"))).isZero();
    assertThat(bob.getxattr(handle, "user.b")).isEqualTo(KernelCalls.bytes("2"));
    assertThat(bob.setxattr(handle, "user.b", KernelCalls.bytes("3")))
        .isEqualTo(no(ErrorCode.EACCES));
    assertThat(alice.removexattr(handle, "user.a")).isZero();
    ByteBuffer names = ByteBuffer.allocate(1 << 16);
    assertThat(alice.listxattr(handle, names)).isEqualTo(7);
    assertThat(alice.getxattr(handle, "user.a")).isNull();
    assertThat(alice.getxattr(at + "/f", "user.b")).isNull();
    assertThat(alice.close(handle)).isZero();
  }

  @Test
  void defaultAclReplacesTheUmask() {
    root.mkdir(at + "/d", 0777);
    assertThat(root.attributes.mode()).isEqualTo(0040755);
    root.close(root.made(at + "/d/f"));
    assertThat(root.attributes.mode()).isEqualTo(0100644);
    Acl acl = new Acl(7, List.of(new Acl.Named(1001, 7)), 7, List.of(), 7, 0);
    assertThat(root.setxattr(at + "/d", AclXattr.DEFAULT, AclXattr.encode(acl))).isZero();
    root.close(root.made(at + "/d/g"));
    assertThat(root.attributes.mode()).isEqualTo(0100660);
    assertThat(root.mkdir(at + "/d/e", 0777)).isZero();
    assertThat(root.attributes.mode()).isEqualTo(0040770);
  }

  @Test
  void chmodOfAnUnlinkedFileChecksPermissions() {
    long handle = alice.made(at + "/f");
    assertThat(root.unlink(at + "/f")).isZero();
    assertThat(bob.chmod(handle, 0666)).isEqualTo(no(ErrorCode.EPERM));
    assertThat(alice.chmod(handle, 0640)).isZero();
    assertThat(root.chmod(handle, 0604)).isZero();
    assertThat(root.attributes.mode()).isEqualTo(0100604);
    assertThat(alice.close(handle)).isZero();
  }

  @Test
  void openForExecuteChecksExecutePermission() {
    root.close(root.made(at + "/f"));
    root.chmod(at + "/f", 0711);
    assertThat(bob.open(at + "/f", KernelCalls.READ)).isEqualTo(no(ErrorCode.EACCES));
    bob.close(bob.openedFor(at + "/f", KernelCalls.READ | OpenFlags.EXECUTE));
    root.chmod(at + "/f", 0744);
    assertThat(bob.open(at + "/f", KernelCalls.READ | OpenFlags.EXECUTE))
        .isEqualTo(no(ErrorCode.EACCES));
  }

  @Test
  void mountExposesItsStatistics() {
    assertThat(root.list("/", 100, true)).doesNotContain(".giga");
    assertThat(root.list("/.giga", 100, false)).containsExactly("stats", "cluster", "open-files");
    long open = root.made(at + "/f");
    assertThat(contents("/.giga/stats")).contains("open_handles 1\n").contains("requests ");
    assertThat(contents("/.giga/cluster")).contains("server s0 127.0.0.1:").contains("volume 1 ");
    assertThat(contents("/.giga/open-files")).endsWith(" w " + at + "/f\n");
    assertThat(root.lookup("/.giga/nothing")).isEqualTo(no(ErrorCode.ENOENT));
    assertThat(root.create("/.giga/x", 0644, KernelCalls.WRITE)).isEqualTo(no(ErrorCode.EROFS));
    assertThat(root.open("/.giga/stats", KernelCalls.WRITE)).isEqualTo(no(ErrorCode.EROFS));
    assertThat(root.lookup("/.gigantic")).isEqualTo(no(ErrorCode.ENOENT));
    root.close(open);
  }

  private String contents(String path) {
    long handle = root.openedFor(path, KernelCalls.READ);
    String text = root.read(handle, 0, 1 << 16);
    assertThat(root.close(handle)).isZero();
    return text;
  }

  @Test
  void readOnlyAndOwnerOptionsApply() {
    root.close(root.made(at + "/f"));
    KernelCalls only = calls(MountOptions.builder().readOnly(true).build());
    assertThat(only.create(at + "/g", 0644, KernelCalls.WRITE)).isEqualTo(no(ErrorCode.EROFS));
    assertThat(only.open(at + "/f", KernelCalls.WRITE)).isEqualTo(no(ErrorCode.EROFS));
    assertThat(only.unlink(at + "/f")).isEqualTo(no(ErrorCode.EROFS));
    assertThat(only.access(at, 2)).isEqualTo(no(ErrorCode.EROFS));
    only.close(only.openedFor(at + "/f", KernelCalls.READ));
    KernelCalls shown = calls(MountOptions.builder().uid(7).gid(8).umask(027).build());
    assertThat(shown.lookup(at + "/f")).isZero();
    assertThat(shown.attributes.uid()).isEqualTo(7);
    assertThat(shown.attributes.gid()).isEqualTo(8);
    assertThat(shown.attributes.mode()).isEqualTo(0100750);
  }

  @Test
  void readsUpdateAccessTimeUnlessDisabled() {
    root.write(root.made(at + "/f"), 0, "text");
    root.close(root.opened.handle());
    KernelCalls quiet = calls(MountOptions.builder().accessTimes(false).build());
    long made = accessed();
    read(quiet, KernelCalls.READ);
    read(root, KernelCalls.READ | OpenFlags.NO_ACCESS_TIME);
    assertThat(accessed()).isEqualTo(made);
    read(root, KernelCalls.READ);
    assertThat(accessed()).isGreaterThan(made);
    quiet.files().unmounted();
  }

  private long accessed() {
    assertThat(root.lookup(at + "/f")).isZero();
    return root.attributes.accessedNanos();
  }

  /** Reads the file and waits until it is closed. */
  private void read(KernelCalls calls, int flags) {
    long handle = calls.openedFor(at + "/f", flags);
    assertThat(calls.read(handle, 0, 9)).isEqualTo("text");
    assertThat(calls.close(handle)).isZero();
    calls.files().unmounted();
  }

  private static KernelCalls calls(MountOptions options) {
    return KernelCalls.of(
        MountedCluster.of(client.async(), options, System::nanoTime, InstantSource.system()));
  }

  @Test
  void statfsSucceeds() {
    FuseSpace space = new FuseSpace();
    assertThat(files.statfs(root.caller(), space)).isZero();
  }

  @Test
  void eightThreadsAppendToOneFile() throws Exception {
    root.close(root.made(at + "/f"));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> writers =
          IntStream.range(0, 8)
              .mapToObj(
                  number ->
                      threads.submit(
                          () -> {
                            KernelCalls calls = KernelCalls.of(files);
                            long handle = calls.openedFor(at + "/f", KernelCalls.WRITE);
                            for (int i = 0; i < 100; i++) {
                              calls.append(handle, number + " " + i + "\n");
                            }
                            return calls.close(handle);
                          }))
              .toList();
      for (Future<Integer> writer : writers) {
        assertThat(writer.get(60, TimeUnit.SECONDS)).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
    String all = contents(at + "/f");
    assertThat(all.lines()).hasSize(800).doesNotHaveDuplicates();
    assertThat(all.lines().filter(line -> line.startsWith("3 ")).toList())
        .isEqualTo(IntStream.range(0, 100).mapToObj(i -> "3 " + i).toList());
  }

  @Test
  void stoppedServerCausesEioWithinTheTimeout(@TempDir Path alone) throws Exception {
    try (TestCluster small = TestCluster.start(alone, 1, 4, SPLIT_THRESHOLD);
        GigaClient impatient =
            GigaClients.connect(
                ClientSettings.builder(small.endpoints()).timeout(Duration.ofSeconds(2)).build())) {
      FuseFileSystem mounted =
          MountedCluster.of(
              impatient.async(), MountOptions.DEFAULT, System::nanoTime, InstantSource.system());
      KernelCalls calls = KernelCalls.of(mounted);
      long handle = calls.made("/f");
      calls.write(handle, 0, "never brought");
      small.stop(0);
      assertThat(calls.lookup("/g")).isEqualTo(no(ErrorCode.EIO));
      assertThat(calls.list("/", 10, false)).containsExactly("errno 5");
      assertThat(calls.close(handle)).isEqualTo(no(ErrorCode.EIO));
      mounted.unmounted();
    }
  }

  @Test
  void changesOfOtherClientsAreVisible() throws Exception {
    GigaClient elsewhere = other();
    root.close(root.made(at + "/f"));
    elsewhere.setAttributes(GigaPath.parse(at + "/f"), AttributeChange.ofMode(0600));
    assertThat(root.lookup(at + "/f")).isZero();
    assertThat(root.attributes.mode()).isEqualTo(0100600);
    elsewhere.setAttributes(GigaPath.parse(at), AttributeChange.ofMode(0700));
    assertThat(alice.lookup(at + "/f")).isEqualTo(no(ErrorCode.EACCES));
    elsewhere.unlink(GigaPath.parse(at + "/f"));
    assertThat(root.lookup(at + "/f")).isEqualTo(no(ErrorCode.ENOENT));
  }
}
