package io.gigafs.server.lane;

import io.gigafs.server.localquota.LocalQuotas;
import java.util.function.LongSupplier;

/**
 * What a lane's partitions share.
 *
 * @param splitThreshold a partition with more entries splits, see {@link SplitPoint}
 * @param leaseNumbers gives each lease a number that no other lease of the server has
 * @param changeStarts numbers for partitions to count changes from, see {@link ChangeCounter}
 * @param localQuotas the server's shares of quotas
 * @param backoff who gets no leases for now
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
