package io.gigafs.bench.stale;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.load.NumberedNames;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.cluster.StatusResult.PartitionStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/** The partitions of a directory, as reported by all servers. */
final class DirectoryPartitions {
  private static final long PAUSE_MILLIS = 100;

  /** Enough for nearly all partitions to get some. */
  private static final int PER_PARTITION = 5;

  private DirectoryPartitions() {}

  /**
   * Waits until all splits of a directory are done. A partition checks its size only when it grows,
   * so further files are created until no partition exceeds the threshold.
   *
   * @param files number of existing files, numbered from 0
   */
  static PartitionMap settled(GigaClient client, GigaPath path, long files, int threshold)
      throws IOException, InterruptedException {
    List<PartitionStatus> now = read(client, path);
    long next = files;
    while (!isSettled(now, next, threshold)) {
      int more = now.size() * PER_PARTITION;
      create(client, path, next, next + more);
      next += more;
      Thread.sleep(PAUSE_MILLIS);
      now = read(client, path);
    }
    PartitionMap map = PartitionMap.UNSPLIT;
    for (PartitionStatus each : now) {
      map = map.with(each.partition());
    }
    return map;
  }

  /**
   * Servers report one after another: a partition that moved meanwhile is missing, or reported
   * twice.
   */
  private static boolean isSettled(List<PartitionStatus> all, long files, int threshold) {
    return all.stream().noneMatch(each -> each.splitting() || each.entries() > threshold)
        && all.stream().mapToLong(PartitionStatus::entries).sum() == files;
  }

  private static void create(GigaClient client, GigaPath path, long from, long to)
      throws IOException {
    List<Name> names = LongStream.range(from, to).mapToObj(NumberedNames::of).toList();
    for (BulkOutcome outcome : client.createAll(path, names, 0644, true)) {
      ErrorCode error = outcome.error();
      if (error != null) {
        throw new IOException("cannot create files in " + path + ": " + error.message());
      }
    }
  }

  /** In ascending order of index. A splitting partition may be reported without its child. */
  private static List<PartitionStatus> read(GigaClient client, GigaPath path) throws IOException {
    long directory = client.stat(path).inode().value();
    List<PartitionStatus> partitions = new ArrayList<>();
    for (ServerInfo server : client.clusterView().servers()) {
      for (PartitionStatus each : client.admin().status(server, true).details()) {
        if (each.directory().value() == directory) {
          partitions.add(each);
        }
      }
    }
    partitions.sort(Comparator.comparing(PartitionStatus::partition));
    return partitions;
  }

  /** The depth of the deepest partition. */
  static int deepest(PartitionMap map) {
    return map.indices().mapToInt(index -> map.partition(index).depth()).max().orElse(0);
  }
}
