/**
 * Partitions of a running server: lanes, commit batches, and the state of a partition in memory
 * (leases, ids, counts, usage of quotas).
 *
 * <p>A lane is the unit of concurrency: it owns a fixed share of the slots, and no two threads run
 * it at the same time. In a commit batch it decides each operation against the store and the batch
 * built so far, commits the batch in one write, and then sends the answers.
 */
@NullMarked
package io.gigafs.server.partition;

import org.jspecify.annotations.NullMarked;
