package io.gigafs.server.fuse;

import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.DataCacheSettings;
import io.gigafs.client.DelegationSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.fuse.MountOptions;
import io.gigafs.fuse.MountedCluster;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.mounting.FuseMount;
import io.gigafs.fuse.mounting.MountLab;
import io.gigafs.server.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A cluster of two servers with a volume, mounted on local directories for all users. Not
 * thread-safe.
 */
final class MountedDirectory implements AutoCloseable {
  private static final int SPLIT_THRESHOLD = 500;
  private static final int KEPT_FILES = 10_000;
  private static final Duration TRUSTED = Duration.ofMillis(500);

  private static final int CACHE_BLOCK_BYTES = 64 << 10;

  /** Whether mounts of other machines have data caches. */
  private static volatile boolean caching;

  private final Path directory;
  private final TestCluster cluster;
  private final GigaClient client;
  private final Path volume;
  private final MountOptions options;
  private final Deque<FuseMount> mounts = new ArrayDeque<>();

  private MountedDirectory(
      Path directory, TestCluster cluster, GigaClient client, Path volume, MountOptions options) {
    this.directory = directory;
    this.cluster = cluster;
    this.client = client;
    this.volume = volume;
    this.options = options;
  }

  static void setCaching(boolean newCaching) {
    caching = newCaching;
  }

  /**
   * Starts it below an empty directory, as giga mount does for all users: the kernel checks
   * permissions. Skips the test where mounts are impossible.
   */
  static MountedDirectory start(Path directory) throws Exception {
    return start(directory, MountOptions.builder().kernelChecks(true).build());
  }

  /** Starts it with options for the first mount and for those of other machines. */
  static MountedDirectory start(Path directory, MountOptions options) throws Exception {
    MountLab.require();
    TestCluster cluster = TestCluster.start(directory.resolve("servers"), 2, 16, SPLIT_THRESHOLD);
    try {
      Path volume = cluster.addPosixVolume("v");
      MountedDirectory started =
          new MountedDirectory(directory, cluster, cluster.client(), volume, options);
      started.mount("mount", options);
      return started;
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
  }

  /** Mounts the cluster again, on a directory of this name; returns the directory. */
  Path mount(String name, MountOptions options) throws Exception {
    return mount(name, options, MountSettings.of("giga").attrTimeout());
  }

  /** Mounts the cluster again; the kernel caches names and attributes for {@code timeout}. */
  Path mount(String name, MountOptions options, Duration timeout) throws Exception {
    mounts.push(
        MountLab.mount(
            MountedCluster.of(client.async(), options, System::nanoTime, InstantSource.system()),
            Files.createDirectory(directory.resolve(name)),
            forAll(options.readOnly(), timeout)));
    return mounts.element().directory();
  }

  /**
   * Mounts it with a client of its own, configured like the mount of another machine.
   *
   * @param path how it comes to the bytes of large files
   * @param timeout for how long the kernel remembers names and attributes
   */
  Path mountElsewhere(String name, DataPath path, Duration timeout) throws Exception {
    return mountElsewhere(name, options, path, timeout);
  }

  /** Mounts it with a client and options of its own. */
  Path mountElsewhere(String name, MountOptions own, DataPath path, Duration timeout)
      throws Exception {
    Duration trusted = timeout.compareTo(TRUSTED) < 0 ? timeout : TRUSTED;
    GigaClient machine =
        cluster.client(
            settings ->
                settings
                    .dataPath(path)
                    .attributeCacheSettings(new AttributeCacheSettings(KEPT_FILES, trusted))
                    .delegation(DelegationSettings.DEFAULT)
                    .dataCache(caching ? cacheOf(name) : null));
    mounts.push(
        MountLab.mount(
            MountedCluster.of(machine.async(), own, System::nanoTime, InstantSource.system()),
            Files.createDirectory(directory.resolve(name)),
            forAll(false, timeout)));
    return mounts.element().directory();
  }

  private DataCacheSettings cacheOf(String name) {
    return new DataCacheSettings(
        directory.resolve("cache-" + name), DataCacheSettings.MIN_BYTES, CACHE_BLOCK_BYTES, true);
  }

  /** Settings that let all users in. */
  private static MountSettings forAll(boolean readOnly, Duration timeout) {
    return MountSettings.builder("giga")
        .readOnly(readOnly)
        .allowOther(true)
        .allowSetId(true)
        .allowDevices(true)
        .attrTimeout(timeout)
        .entryTimeout(timeout)
        .build();
  }

  /** The directory of the cluster's volume. */
  Path volume() {
    return volume;
  }

  /** A client of the cluster. */
  GigaClient client() {
    return client;
  }

  /** The directory of the first mount. */
  Path path() {
    return mounts.getLast().directory();
  }

  /** Empty directories of a name, local and on the mount. */
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
