/**
 * Who owns a partition while the server runs: lanes, their turns, and what they remember of
 * partitions, replies, leases and ids.
 *
 * <p>A lane is one thread's worth of partitions. In a <em>turn</em> it lets each operation decide
 * against the store and the batch built so far, commits the batch in one write and then sends the
 * answers.
 */
@NullMarked
package io.gigafs.server.lane;

import org.jspecify.annotations.NullMarked;
