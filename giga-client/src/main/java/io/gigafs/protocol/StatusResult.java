package io.gigafs.protocol;

import io.gigafs.cluster.ServerId;
import java.util.List;
import java.util.Map;

/**
 * How a server is.
 *
 * @param counters named counts since the server started, e.g. operations, splits, redirects
 * @param partitions the loaded partitions, if asked for
 */
public record StatusResult(
    ServerId server,
    long uptimeMillis,
    long epoch,
    int slots,
    long entries,
    long partitions,
    Map<String, Long> counters,
    List<PartitionStatus> details)
    implements Result {}
