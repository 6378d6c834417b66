package io.gigafs.server.fuse;

import io.gigafs.client.GigaClient;
import io.gigafs.fuse.MountOptions;
import io.gigafs.fuse.MountedCluster;
import io.gigafs.fuse.binding.FuseMount;
import io.gigafs.fuse.binding.MountLab;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.server.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A cluster of two servers with a volume, mounted on directories of this machine for all users. For
 * one thread.
 */
final class MountedDirectory implements AutoCloseable {
  private static final int SPLIT_THRESHOLD = 500;

  private final Path directory;
  private final TestCluster cluster;
  private final GigaClient client;
  private final Deque<FuseMount> mounts = new ArrayDeque<>();

  private MountedDirectory(Path directory, TestCluster cluster, GigaClient client) {
    this.directory = directory;
    this.cluster = cluster;
    this.client = client;
  }

  /** Starts it below an empty directory, or skips the test where nothing can be mounted. */
  static MountedDirectory start(Path directory) throws Exception {
    MountLab.require();
    TestCluster cluster = TestCluster.start(directory.resolve("servers"), 2, 16, SPLIT_THRESHOLD);
    try {
      cluster.addPosixVolume("v");
      MountedDirectory started = new MountedDirectory(directory, cluster, cluster.client());
      started.mount("mount", MountOptions.DEFAULT);
      return started;
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
  }

  /** Mounts the cluster once more, on a directory of this name; the directory. */
  Path mount(String name, MountOptions options) throws Exception {
    mounts.push(
        FuseMount.mount(
            MountedCluster.of(client.async(), options, System::nanoTime),
            Files.createDirectory(directory.resolve(name)),
            forAll(MountSettings.of("giga"), options.readOnly())));
    return mounts.element().directory();
  }

  /** Settings that let all users in. */
  private static MountSettings forAll(MountSettings settings, boolean readOnly) {
    return new MountSettings(
        settings.source(),
        settings.subtype(),
        readOnly,
        true,
        true,
        true,
        settings.noExecute(),
        settings.noAccessTime(),
        settings.nonEmpty(),
        settings.attrTimeout(),
        settings.entryTimeout(),
        settings.negativeTimeout(),
        settings.threads(),
        settings.maxThreads(),
        settings.maxTransferBytes(),
        settings.maxReadAheadBytes());
  }

  /** Where the cluster is mounted. */
  Path path() {
    return mounts.getLast().directory();
  }

  /** Empty directories of a name, here and on the mount. */
  Programs programs(String name) throws Exception {
    return new Programs(
        Files.createDirectories(directory.resolve("local").resolve(name)),
        Files.createDirectory(path().resolve(name)));
  }

  @Override
  public void close() {
    mounts.forEach(FuseMount::close);
    cluster.close();
  }
}
