package io.gigafs.fuse;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientStatistics;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Target;
import io.gigafs.client.data.DataCacheStatistics;
import io.gigafs.client.data.WriteBackStatistics;
import io.gigafs.cluster.ClusterView;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.virtual.VirtualFiles;
import io.gigafs.protocol.GigaException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Creates the file system that a mount shows of a cluster. */
public final class MountedCluster {
  private final AsyncGigaClient client;
  private final ClientFileSystem files;
  private final ErrnoMapper failures;
  private final boolean readOnly;
  private final long mountedNanos;
  private final LongSupplier nanos;

  private MountedCluster(
      AsyncGigaClient client, MountOptions options, LongSupplier nanos, InstantSource wallClock) {
    this.client = client;
    this.failures = new ErrnoMapper(nanos);
    this.readOnly = options.readOnly();
    this.files = new ClientFileSystem(client, options, nanos, wallClock, failures);
    this.nanos = nanos;
    this.mountedNanos = nanos.getAsLong();
  }

  /**
   * The cluster's namespace. It does not matter for whom the client acts. The caller closes the
   * client after the directory is unmounted.
   *
   * @param nanos the monotonic clock
   * @param wallClock for times of files
   */
  public static FuseFileSystem of(
      AsyncGigaClient client, MountOptions options, LongSupplier nanos, InstantSource wallClock) {
    MountedCluster cluster = new MountedCluster(client, options, nanos, wallClock);
    return options.virtualFiles()
        ? new VirtualFiles(cluster.files, cluster.virtualFiles())
        : cluster.files;
  }

  private Map<String, Supplier<byte[]>> virtualFiles() {
    Map<String, Supplier<byte[]>> all = new LinkedHashMap<>();
    all.put("stats", () -> bytes(statistics()));
    all.put("cluster", () -> bytes(cluster()));
    all.put("open-files", () -> openFiles());
    return all;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String statistics() {
    ClientStatistics counts = client.statistics();
    return line("uptime_s", (nanos.getAsLong() - mountedNanos) / 1_000_000_000L)
        + line("requests", counts.requests())
        + line("split_redirects", counts.splitRedirects())
        + line("slot_redirects", counts.slotRedirects())
        + line("retries", counts.retries())
        + line("delegated", counts.delegated())
        + line("delegated_lost", counts.lost())
        + cacheStatistics(counts.cache())
        + writeBackStatistics(counts.writeBack())
        + line("io_failures", failures.count())
        + line("open_handles", files.files().all().size())
        + line("read_only", readOnly ? 1 : 0);
  }

  private static String cacheStatistics(DataCacheStatistics cache) {
    return line("cache_hits", cache.hits())
        + line("cache_misses", cache.misses())
        + line("cache_bypassed", cache.bypassed())
        + line("cache_bytes_read", cache.cacheBytes())
        + line("cache_group_blocks", cache.groupFills())
        + line("cache_group_bytes", cache.groupBytes())
        + line("cache_volume_bytes_read", cache.volumeBytes())
        + line("cache_fills", cache.fills())
        + line("cache_read_ahead", cache.readAhead())
        + line("cache_written_blocks", cache.writtenBlocks())
        + line("cache_skipped", cache.skipped())
        + line("cache_evictions", cache.evictions())
        + line("cache_damaged", cache.damaged())
        + line("cache_failures", cache.failures())
        + line("cache_bytes", cache.storedBytes())
        + line("cache_capacity_bytes", cache.capacityBytes());
  }

  private static String writeBackStatistics(WriteBackStatistics writeBack) {
    String lines =
        line("writeback_backlog_bytes", writeBack.backlogBytes())
            + line("writeback_backlog_files", writeBack.backlogFiles())
            + line("writeback_backlog_age_ms", writeBack.ageMillis())
            + line("writeback_journal_bytes", writeBack.journalBytes())
            + line("writeback_uploaded_bytes", writeBack.uploadedBytes())
            + line("writeback_written_through", writeBack.writtenThrough())
            + line("writeback_failures", writeBack.failures());
    String failure = writeBack.lastFailure().replace('\n', ' ');
    return failure.isEmpty() ? lines : lines + "writeback_last_failure " + failure + "\n";
  }

  private static String line(String name, long value) {
    return name + " " + value + "\n";
  }

  private String cluster() {
    ClusterView view;
    try {
      view = ErrnoMapper.await(client.clusterView());
    } catch (GigaException e) {
      return "unreachable " + e.getMessage() + "\n";
    }
    StringBuilder text = new StringBuilder();
    text.append("cluster ").append(view.clusterId()).append('\n');
    text.append("epoch ").append(view.epoch()).append('\n');
    text.append("slots ").append(view.slots().slots()).append('\n');
    view.servers()
        .forEach(
            server ->
                text.append("server ")
                    .append(server.id())
                    .append(' ')
                    .append(server.endpoint())
                    .append('\n'));
    view.volumes()
        .forEach(
            volume ->
                text.append("volume ")
                    .append(volume.id())
                    .append(' ')
                    .append(volume.uri())
                    .append(' ')
                    .append(volume.state())
                    .append('\n'));
    return text.toString();
  }

  /** A line for each handle, with the path by which the file was opened, as raw bytes. */
  private byte[] openFiles() {
    List<MountedFile> open = files.files().all();
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    for (MountedFile file : open) {
      Target named = client.named(file.target());
      out.writeBytes(bytes(file.inode().inode() + (file.writes() ? " w " : " r ")));
      out.writeBytes(named instanceof GigaPath path ? path.bytes() : bytes(named.toString()));
      out.write('\n');
    }
    return out.toByteArray();
  }
}
