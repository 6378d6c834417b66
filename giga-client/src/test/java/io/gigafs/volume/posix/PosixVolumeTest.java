package io.gigafs.volume.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.time.FileTimestamp;
import io.gigafs.volume.AbstractVolumeTest;
import io.gigafs.volume.Volume;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeException.Kind;
import io.gigafs.volume.VolumeObject;
import io.gigafs.volume.VolumeProvider;
import io.gigafs.volume.VolumeRoots;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Runs the volume contract on a directory, and tests owners, holes, links and failures; needs root.
 */
class PosixVolumeTest extends AbstractVolumeTest {
  private final PosixProvider provider = new PosixProvider();

  @TempDir private Path temporary;
  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    root = Files.createDirectory(temporary.resolve("volume"));
  }

  @Override
  protected VolumeProvider provider() {
    return provider;
  }

  @Override
  protected URI uri() {
    return URI.create("posix://" + root);
  }

  @Test
  void objectFilesBelongToTheirOwners() throws Exception {
    Volume volume = prepared();
    volume.create(PATH, new ObjectOwner(12_345, 6_789, 0606)).close();
    Path file = root.resolve(PATH);
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(12_345);
    assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(6_789);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw----rw-");

    volume.chown(PATH, new ObjectOwner(0, 5, 0640));
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(0);
    assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(5);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @Test
  void holesAreReported() throws Exception {
    Volume volume = prepared();
    try (VolumeObject object = volume.create(PATH, OWNER)) {
      object.write(1 << 20, ByteBuffer.wrap(new byte[] {1}));
      object.truncate(4 << 20);
      assertThat(object.status().holes()).isGreaterThan(3 << 20).isLessThan(4 << 20);
      assertThat(volume.status(PATH).holes()).isEqualTo(object.status().holes());
      assertThat(object.seek(0, false)).isEqualTo(1 << 20);
      assertThat(object.seek(0, true)).isZero();
      assertThat(object.seek(1 << 20, false)).isEqualTo(1 << 20);
      long hole = object.seek(1 << 20, true);
      assertThat(hole).isGreaterThan(1 << 20).isLessThan(2 << 20);
      assertThat(object.seek(hole, false)).isEqualTo(-1);
      assertThat(object.seek(4 << 20, true)).isEqualTo(-1);
    }
    try (VolumeObject full = volume.create("d/0/full.1", OWNER)) {
      full.write(0, ByteBuffer.wrap(new byte[10_000]));
      assertThat(full.status().holes()).isZero();
      assertThat(full.seek(5, false)).isEqualTo(5);
      assertThat(full.seek(5, true)).isEqualTo(10_000);
    }
  }

  @Test
  void holesBehindSymbolicLinksAreIgnored() throws Exception {
    SparseFiles sparse = new SparseFiles(root);
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    try (var file = new java.io.RandomAccessFile(outside.resolve("f").toFile(), "rw")) {
      file.setLength(1 << 20);
    }
    Files.createSymbolicLink(root.resolve("link"), outside);
    Files.createSymbolicLink(root.resolve("name"), outside.resolve("f"));
    for (String path : new String[] {"link/f", "name", "../outside/f"}) {
      Object key = keyOf(outside.resolve("f"));
      assertThat(sparse.seek(path, key, 0, true)).as(path).isEqualTo(SparseFiles.UNKNOWN);
      assertThat(sparse.holes(path, key)).as(path).isZero();
    }
    Files.move(outside.resolve("f"), root.resolve("f"));
    Object key = keyOf(root.resolve("f"));
    assertThat(sparse.seek("f", key, 0, false)).isEqualTo(-1);
    assertThat(sparse.holes("f", key)).isEqualTo(1 << 20);
  }

  private static Object keyOf(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void holesOfAReplacingFileAreIgnored() throws Exception {
    Volume volume = prepared();
    Path file = root.resolve(PATH);
    try (VolumeObject object = volume.create(PATH, OWNER)) {
      object.write(0, ByteBuffer.allocate(1 << 20));
      Object key = keyOf(file);
      Files.move(file, root.resolve("moved"));
      try (var sparse = new java.io.RandomAccessFile(file.toFile(), "rw")) {
        sparse.setLength(1 << 20);
      }
      assertThat(object.seek(0, false)).isZero();
      assertThat(object.seek(0, true)).isEqualTo(1 << 20);
      assertThat(new SparseFiles(root).holes(PATH, key)).isZero();
      Files.delete(file);
      // open(2) of a pipe waits for a writer.
      assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
      assertThat(object.seek(0, false)).isZero();
    }
  }

  @Test
  void directoriesCannotBeListedByOthers() throws Exception {
    prepared().create(PATH, OWNER).close();
    for (Path above = root.resolve(PATH).getParent(); above != null && !above.equals(root); ) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(above)))
          .isEqualTo("rwx--x--x");
      above = above.getParent();
    }
  }

  @Test
  void deleteRemovesEmptyDirectories() throws Exception {
    Volume volume = prepared();
    volume.create("d/0/a.1", OWNER).close();
    volume.create("d/0/b.2", OWNER).close();
    volume.create("d/1/c.3", OWNER).close();
    volume.delete("d/0/a.1");
    assertThat(root.resolve("d/0/b.2")).exists();
    volume.delete("d/0/b.2");
    assertThat(root.resolve("d/0")).doesNotExist();
    volume.delete("d/1/c.3");
    assertThat(names(root)).containsExactly(MarkFile.NAME);
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> names = Files.list(directory)) {
      return names.map(name -> name.getFileName().toString()).sorted().toList();
    }
  }

  /** Directories are created and removed while other threads create objects in them. */
  @Test
  void concurrentCreatesAndDeletesSucceed() throws Exception {
    Volume volume = prepared();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      String name = "d/0/x" + thread + ".";
      running.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 200; i++) {
                  volume.create(name + i, OWNER).close();
                  assertThat(volume.delete(name + i)).isTrue();
                }
                return name;
              }));
    }
    for (Future<?> each : running) {
      each.get();
    }
    threads.shutdown();
    assertThat(names(root)).containsExactly(MarkFile.NAME);
  }

  @Test
  void escapingPathsAreRefused() throws Exception {
    Volume volume = prepared();
    for (String path : List.of("../x", "a/../../x", "a//b", "a/./b", "", "a/", "/etc/passwd")) {
      assertFails(Kind.IO, () -> volume.open(path, false));
      assertFails(Kind.IO, () -> volume.create(path, OWNER));
      assertFails(Kind.IO, () -> volume.delete(path));
    }
  }

  @Test
  void symbolicLinksAreNotFollowed() throws Exception {
    Volume volume = prepared();
    Path outside = Files.createDirectories(temporary.resolve("outside/0"));
    Files.writeString(outside.resolve("secret"), "secret");
    Files.createSymbolicLink(root.resolve("way"), temporary.resolve("outside"));
    Files.createDirectories(root.resolve("d/0"));
    Files.createSymbolicLink(root.resolve("d/0/file"), outside.resolve("secret"));

    for (String path : List.of("way/0/secret", "d/0/file")) {
      for (boolean writes : new boolean[] {false, true}) {
        assertThatThrownBy(() -> volume.open(path, writes)).isInstanceOf(VolumeException.class);
      }
      assertThatThrownBy(() -> volume.status(path)).isInstanceOf(VolumeException.class);
      assertThatThrownBy(() -> volume.truncate(path, 0)).isInstanceOf(VolumeException.class);
      assertThatThrownBy(() -> volume.chown(path, OWNER)).isInstanceOf(VolumeException.class);
    }
    assertThatThrownBy(() -> volume.delete("way/0/secret")).isInstanceOf(VolumeException.class);
    assertThatThrownBy(() -> volume.create("way/0/new", OWNER)).isInstanceOf(VolumeException.class);
    assertThat(names(outside)).containsExactly("secret");
    assertThat(Files.readString(outside.resolve("secret"))).isEqualTo("secret");
    assertThat(listed(volume)).isEmpty();
  }

  @Test
  void onlyRegularFilesAreObjects() throws Exception {
    Volume volume = prepared();
    MountedMemory.run("mkfifo", root.resolve("pipe").toString());
    Files.createDirectory(root.resolve("directory"));
    for (String path : List.of("pipe", "directory")) {
      assertThatThrownBy(() -> volume.open(path, false))
          .isInstanceOf(VolumeException.class)
          .hasMessageContaining("regular file");
    }
    assertThat(listed(volume)).isEmpty();
  }

  @Test
  void fullVolumeFailsWithNoSpace() throws Exception {
    try (MountedMemory disk = new MountedMemory(root, "1m")) {
      assertThat(disk.path()).isEqualTo(root);
      Volume volume = prepared();
      try (VolumeObject object = volume.create(PATH, OWNER)) {
        ByteBuffer block = ByteBuffer.allocate(64 << 10);
        assertFails(
            Kind.NO_SPACE,
            () -> {
              for (long offset = 0; offset < 2 << 20; offset += block.capacity()) {
                object.write(offset, block.clear());
              }
            });
        assertThat(volume.space().freeBytes()).isZero();
        assertThat(read(object, 0, 1)).isEqualTo("\0");
      }
      assertThat(volume.delete(PATH)).isTrue();
      volume.create(PATH, OWNER).close();
    }
  }

  @Test
  void readOnlyVolumeRefusesWritesAndIsReadable() throws Exception {
    try (MountedMemory disk = new MountedMemory(root, "1m")) {
      Volume volume = prepared();
      try (VolumeObject object = volume.create(PATH, OWNER)) {
        object.write(0, bytes("kept"));
      }
      disk.remount("ro");
      assertFails(Kind.READ_ONLY, () -> volume.create(PATH + "x", OWNER));
      assertFails(Kind.READ_ONLY, () -> volume.create("new/0/x", OWNER));
      assertFails(Kind.READ_ONLY, () -> volume.open(PATH, true));
      assertFails(Kind.READ_ONLY, () -> volume.delete(PATH));
      try (VolumeObject object = volume.open(PATH, false)) {
        assertThat(read(object, 0, 9)).isEqualTo("kept");
      }
      disk.remount("rw");
      assertThat(volume.delete(PATH)).isTrue();
    }
  }

  /**
   * The mount point exists without its file system: nothing may be created there, and no object may
   * be reported as missing.
   */
  @Test
  void unmountedVolumeIsGone() throws Exception {
    Volume volume;
    try (MountedMemory disk = new MountedMemory(root, "1m")) {
      assertThat(disk.path()).isEqualTo(root);
      volume = prepared();
      volume.create(PATH, OWNER).close();
    }
    assertGone(volume);
    assertThat(names(root)).isEmpty();
    Files.delete(root);
    assertGone(volume);
    Files.writeString(root, "a file");
    assertGone(volume);
  }

  private void assertGone(Volume volume) {
    assertFails(Kind.GONE, () -> volume.create(PATH, OWNER));
    assertFails(Kind.GONE, () -> volume.open(PATH, false));
    assertFails(Kind.GONE, () -> volume.status(PATH));
    assertFails(Kind.GONE, () -> volume.delete(PATH));
    assertFails(Kind.GONE, () -> volume.list((path, status) -> {}));
    assertFails(Kind.GONE, volume::space);
    assertFails(Kind.GONE, () -> provider.open(uri(), MARK));
  }

  @Test
  void anotherVolumeInItsPlaceIsRefused() throws Exception {
    Volume volume = prepared();
    volume.create(PATH, OWNER).close();
    Files.writeString(root.resolve(MarkFile.NAME), "giga volume 9\ncluster somewhere\n");
    assertFails(Kind.GONE, () -> volume.create(PATH + "x", OWNER));
    assertFails(Kind.GONE, () -> volume.delete(PATH));
    assertFails(Kind.GONE, () -> volume.status(PATH + "y"));
    assertThat(root.resolve(PATH)).exists();
  }

  @Test
  void unsuitableUrisAreRefused() {
    for (String uri :
        List.of("posix://host/path", "posix:relative", "posix:///", "posix:///tmp/..")) {
      assertFails(Kind.IO, () -> provider.prepare(URI.create(uri), MARK, false));
    }
    assertFails(
        Kind.GONE,
        () -> provider.prepare(URI.create("posix://" + temporary + "/nothing"), MARK, false));
  }

  /** Java closes the file of an interrupted thread for all threads. */
  @Test
  void interruptsDoNotDisturbOtherThreads() throws Exception {
    try (VolumeObject object = prepared().create(PATH, OWNER)) {
      object.write(0, bytes("0123456789"));
      CountDownLatch started = new CountDownLatch(1);
      ExecutorService thread = Executors.newSingleThreadExecutor();
      Future<Integer> reader =
          thread.submit(
              () -> {
                started.countDown();
                int reads = 0;
                while (!Thread.currentThread().isInterrupted() || reads < 10_000) {
                  assertThat(read(object, 2, 3)).isEqualTo("234");
                  reads++;
                }
                return reads;
              });
      started.await();
      for (int i = 0; i < 50; i++) {
        Thread.currentThread().interrupt();
        object.write(0, bytes("0123456789"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(object.status().size()).isEqualTo(10);
      }
      thread.shutdownNow();
      assertThat(reader.get()).isPositive();
    }
  }

  /** Runs as clients do, in a process of a user who owns only the objects. */
  @Test
  void userOpensOnlyOwnObjects() throws Exception {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    Volume volume = prepared();
    volume.create("d/0/his.1", new ObjectOwner(65_534, 65_534, 0600)).close();
    volume.create("d/0/other.2", new ObjectOwner(1_234, 1_234, 0600)).close();
    Path classes = copyOfClasses();
    String printed =
        MountedMemory.run(
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            java(),
            "-Xmx64m",
            "-cp",
            classes + ":" + classes.resolve("slf4j.jar"),
            PlainUserMain.class.getName(),
            uri().toString(),
            "d/0/his.1",
            "d/0/other.2",
            "d/0/none.3",
            "e/0/none.4");
    assertThat(printed.lines().filter(line -> !line.startsWith("SLF4J")))
        .containsExactly("written", "DENIED", "NOT_FOUND", "NOT_FOUND");
    assertThat(Files.readString(root.resolve("d/0/his.1"))).isEqualTo("mine");
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Copies classes to a directory where another user can read them. */
  private Path copyOfClasses() throws IOException {
    Path to = Files.createDirectories(temporary.resolve("classes"));
    for (Class<?> part : List.of(PosixProvider.class, PlainUserMain.class, FileTimestamp.class)) {
      Path from = placeOf(part);
      String classes = part.getPackageName().replaceFirst("\\.posix$", "").replace('.', '/');
      try (Stream<Path> files = Files.walk(from.resolve(classes))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path copy = to.resolve(from.relativize(file).toString());
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy, LinkOption.NOFOLLOW_LINKS);
        }
      }
    }
    Files.copy(placeOf(LoggerFactory.class), to.resolve("slf4j.jar"));
    return to;
  }

  private static Path placeOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /** The owner of a directory above the root can redirect its name at any time. */
  @Test
  void linksCannotLeaveTheAllowedRoots() throws Exception {
    VolumeRoots roots = VolumeRoots.parse(temporary.resolve("allowed").toString());
    Path users = Files.createDirectories(temporary.resolve("allowed/users"));
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    root = Files.createDirectory(users.resolve("tree"));
    Files.writeString(root.resolve("f"), "the user's");
    Files.writeString(outside.resolve("f"), "root's");
    provider.prepare(uri(), MARK, true);
    provider.prepare(URI.create("posix://" + outside), MARK, true);
    Volume volume = provider.open(uri(), MARK, roots);
    assertThat(volume.status("f").size()).isEqualTo(10);

    Files.move(root, users.resolve("away"));
    Files.createSymbolicLink(root, outside);
    assertFails(Kind.DENIED, () -> volume.status("f"));
    assertFails(Kind.DENIED, () -> volume.open("f", true));
    assertFails(Kind.DENIED, () -> volume.delete("f"));
    assertFails(Kind.DENIED, () -> volume.list((path, status) -> {}));
    assertFails(Kind.DENIED, () -> provider.open(uri(), MARK, roots));
    assertFails(Kind.DENIED, () -> provider.inspect(uri(), true, roots));
    assertThat(outside.resolve("f")).hasContent("root's");

    Files.delete(root);
    Files.createSymbolicLink(root, users.resolve("away"));
    assertThat(volume.status("f").size()).isEqualTo(10);
  }
}
