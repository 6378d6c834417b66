/**
 * A journal on the local disk for writes that are not on a volume yet, so that they survive the
 * process.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A write that {@link io.gigafs.cache.journal.WriteJournal#append} has acknowledged is found
 *       again after the process was killed, until it is marked as uploaded. Nothing is synced to
 *       disk: a power failure of the machine may lose writes, and damaged ones are reported.
 *   <li>Bytes whose checksum does not match are never returned.
 *   <li>A record that supersedes others exists for as long as they do: segments are deleted from
 *       the oldest on, or their records are repeated before.
 *   <li>A segment with an unusable record is linked into a separate directory, even if the rest is
 *       deleted.
 * </ol>
 */
@NullMarked
package io.gigafs.cache.journal;

import org.jspecify.annotations.NullMarked;
