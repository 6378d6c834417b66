package io.gigafs.bench.cache;

import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.cli.ClusterAddress;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.DataCacheSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.data.VolumeChangeRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cluster with a slow volume, and one file on it. Not thread-safe. */
final class CacheSite implements AutoCloseable {
  private static final GigaPath FILE = GigaPath.parse("/file");
  private static final long CACHE_BYTES = 8L << 30;

  private final Path directory;
  private final BenchCluster cluster;

  private CacheSite(Path directory, BenchCluster cluster) {
    this.directory = directory;
    this.cluster = cluster;
  }

  /** Reads the file. */
  interface Reader extends AutoCloseable {
    /** Opens the file, reads it once, and closes it. Returns MB/s. */
    double read(Passes passes) throws IOException;

    /** Drops the kernel's cached pages of the file. */
    void dropPages() throws IOException, InterruptedException;

    /** The cache's counters since the reader was created. */
    CacheCounts counts() throws IOException;

    @Override
    void close() throws IOException;
  }

  /**
   * Starts a cluster.
   *
   * @param directory empty, for all data
   */
  static CacheSite start(Path directory, long delayMicros)
      throws IOException, InterruptedException {
    Path volume = Files.createDirectory(directory.resolve("volume")).toAbsolutePath();
    BenchCluster cluster =
        BenchCluster.start(
            directory.resolve("cluster"),
            1,
            List.of("-Xmx512m"),
            "--set",
            "volume-roots=" + SlowProvider.of(volume.toString(), delayMicros));
    CacheSite site = new CacheSite(directory, cluster);
    try (GigaClient client = cluster.connect()) {
      URI slow = SlowProvider.of(volume.toString(), delayMicros);
      client.admin().changeVolume(VolumeChangeRequest.Kind.ADD, 0, slow);
      for (VolumeInfo other : client.clusterView().volumes()) {
        if (!other.uri().equals(slow)) {
          client.admin().changeVolume(VolumeChangeRequest.Kind.DRAIN, other.id(), other.uri());
        }
      }
      return site;
    } catch (IOException | RuntimeException e) {
      site.close();
      throw e;
    }
  }

  /** Writes the file. */
  void write(Passes passes) throws IOException {
    try (GigaClient client = cluster.connect();
        OpenFile file =
            client.open(FILE, OpenOptions.of(OpenOptions.Flag.WRITE, OpenOptions.Flag.CREATE))) {
      passes.write((offset, from) -> file.write(offset, from).join());
    }
  }

  Path newCache(String name) {
    return directory.resolve("cache-" + name);
  }

  /** A client in this process. */
  Reader client(@Nullable Path cache) throws IOException {
    GigaClient client =
        GigaClients.connect(
            ClientSettings.builder(ClusterAddress.parse(cluster.uri()).contacts())
                .caller(Caller.ROOT)
                .dataCache(cache == null ? null : DataCacheSettings.of(cache, CACHE_BYTES))
                .build());
    return new Reader() {
      @Override
      public double read(Passes passes) throws IOException {
        try (OpenFile file = client.open(FILE, OpenOptions.READ)) {
          return passes.read((offset, into) -> file.read(offset, into).join());
        }
      }

      @Override
      public void dropPages() {
        // The kernel does not cache this file.
      }

      @Override
      public CacheCounts counts() {
        return CacheCounts.of(client.statistics().cache());
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  /** A mount in its own process. */
  Reader mount(String name, @Nullable Path cache) throws IOException, InterruptedException {
    List<String> options = new ArrayList<>();
    if (cache != null) {
      options.addAll(List.of("-o", "data_cache=" + cache + ",data_cache_size=" + CACHE_BYTES));
    }
    Path point = Files.createDirectory(directory.resolve(name));
    return MountReader.start(point, FILE.toString().substring(1), options, cluster.uri(), 512);
  }

  /**
   * A mount of an in-memory file system with the same binding: the upper bound of a mount's reads.
   */
  Reader memory(String name, Passes passes) throws IOException, InterruptedException {
    Path point = Files.createDirectory(directory.resolve(name));
    MountReader reader =
        MountReader.start(point, "file", List.of(), "memory:", passes.heapMegabytes());
    try {
      passes.writeLocal(reader.file());
      return reader;
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
