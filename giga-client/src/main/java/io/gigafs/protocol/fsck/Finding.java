package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.PARTITION;
import static io.gigafs.protocol.Elements.POSITION;
import static io.gigafs.protocol.Elements.TEXT;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Codec;
import org.jspecify.annotations.Nullable;

/**
 * An error that a check found on a server. Two equal findings are the same unchanged error: one
 * that persists until a later check is not caused by an operation in progress.
 *
 * @param slot the affected slot
 * @param directory the directory; for a dangling entry the one that holds the entry
 * @param partition the partition of that directory
 * @param name the name of an entry, or null if the finding is not about an entry
 * @param first the lowest position of stray entries
 * @param last the highest position of stray entries
 * @param subject the directory that an entry refers to, or a transaction; 0 for neither
 * @param row family and key of a damaged row, in hexadecimal, otherwise empty
 * @param facts a description of what was found
 */
public record Finding(
    FindingKind kind,
    int slot,
    InodeId directory,
    PartitionIndex partition,
    @Nullable Name name,
    Position first,
    Position last,
    long subject,
    String row,
    String facts) {
  static final Codec<Finding> CODEC =
      Codec.of(
          Finding.class,
          FindingKind.CODEC,
          COUNT,
          INODE,
          PARTITION,
          NAME_OR_NONE,
          POSITION,
          POSITION,
          INT64,
          TEXT,
          TEXT);
}
