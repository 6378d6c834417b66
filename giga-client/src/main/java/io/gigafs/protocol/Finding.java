package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import org.jspecify.annotations.Nullable;

/**
 * Something that a check found wrong on a server. Two that are equal are the same thing, unchanged:
 * what lasts from one check to a later one is not merely under way.
 *
 * @param slot the slot that it is about
 * @param directory the directory; for a dangling entry the one that holds the entry
 * @param partition the partition of that directory
 * @param name the name of an entry, or null if none is meant
 * @param first the lowest position of stray entries; likewise last
 * @param subject the directory that an entry is of, or a transaction; 0 if neither is meant
 * @param row family and key of a damaged row, in hexadecimal, else empty
 * @param facts what was found, in plain words
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
  /** The fewest bytes that a finding takes. */
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
