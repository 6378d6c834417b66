package io.gigafs.server.partition;

import io.gigafs.server.localquota.LocalQuotas;
import java.util.function.LongSupplier;

/**
 * The dependencies that a lane's partitions share.
 *
 * @param splitThreshold a partition with more entries splits, see {@link SplitPoint}
 * @param leaseNumbers supplies lease numbers that are unique on the server
 * @param changeStarts initial values of change counters, see {@link ChangeCounter}
 * @param localQuotas the server's shares of quotas
 * @param backoff the clients that get no leases for now
 * @param delegationQuietNanos see {@link PartitionDelegation#isAskedByOne}
 */
record LaneShared(
    int splitThreshold,
    LongSupplier leaseNumbers,
    LongSupplier changeStarts,
    ConfirmedNumbers confirmed,
    LocalQuotas localQuotas,
    LeaseBackoff backoff,
    long delegationQuietNanos) {}
