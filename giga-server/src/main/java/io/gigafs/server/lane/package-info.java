/**
 * Lanes, which own the partitions while the server runs: their commit batches, and their state of
 * partitions, cached replies, leases and ids.
 *
 * <p>A lane is one thread's worth of partitions. In a <em>commit batch</em>, each operation decides
 * on the store and the write batch built so far. The lane commits the batch in one write and then
 * sends the replies.
 */
@NullMarked
package io.gigafs.server.lane;

import org.jspecify.annotations.NullMarked;
