/**
 * How are writes that are not on a volume yet kept on a local disk, so that they survive the
 * process?
 *
 * <p>What holds:
 *
 * <ol>
 *   <li>A write that {@link io.gigafs.cache.journal.WriteJournal#append} has acknowledged is found
 *       again after the process was killed, until it is marked as uploaded. Nothing is synced to
 *       the disk: the machine's loss of power may lose writes, of which those that are damaged are
 *       reported.
 *   <li>Bytes are never given out that fail their checksum.
 *   <li>A record that supersedes others is there for as long as they are: segments are deleted from
 *       the oldest on, or what they say is repeated before.
 *   <li>A segment with a record that cannot be used is kept in a directory of its own, whatever
 *       becomes of the rest.
 * </ol>
 */
@NullMarked
package io.gigafs.cache.journal;

import org.jspecify.annotations.NullMarked;
