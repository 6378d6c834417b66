package io.gigafs.protocol.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
  /** The minimum encoded size of a finding. */
  static final int MIN_BYTES = 1 + 1 + 8 + 1 + 1 + 8 + 8 + 8 + 1 + 1;

  void write(WireWriter out) {
    out.int8(kind.code()).count(slot).inode(directory).partition(partition).nameOrNone(name);
    out.position(first).position(last).int64(subject).text(row).text(facts);
  }

  static Finding read(WireReader in) {
    return new Finding(
        FindingKind.ofCode(in.int8()),
        in.count(),
        in.inode(),
        in.partition(),
        in.nameOrNone(),
        in.position(),
        in.position(),
        in.int64(),
        in.text(),
        in.text());
  }
}
