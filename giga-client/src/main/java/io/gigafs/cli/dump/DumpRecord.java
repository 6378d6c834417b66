package io.gigafs.cli.dump;

import io.gigafs.index.Name;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.RestoredEntry;
import io.gigafs.protocol.Xattr;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One record of a dump. They come in this order:
 *
 * <pre>
 * dump      = Header directory End
 * directory = Directory Attribute* Quota? Flags? (entry | OtherName | directory)* Leave
 * entry     = Entry Attribute* Numbered? Flags? Bytes*
 * </pre>
 */
sealed interface DumpRecord {
  /**
   * Where the dump comes from.
   *
   * @param writtenNanos when it was begun, ns since the epoch
   * @param software the version of Giga that wrote it
   * @param path the directory that was dumped, as {@link io.gigafs.cli.ByteText}
   */
  record Header(
      UUID cluster, long writtenNanos, String software, int slots, int splitThreshold, String path)
      implements DumpRecord {}

  /**
   * A directory; what is in it follows.
   *
   * @param name null for the top
   */
  record Directory(
      @Nullable Name name,
      int mode,
      int uid,
      int gid,
      long accessedNanos,
      long modifiedNanos,
      long changedNanos)
      implements DumpRecord {
    static Directory of(@Nullable Name name, FileAttributes attributes) {
      return new Directory(
          name,
          attributes.mode(),
          attributes.uid(),
          attributes.gid(),
          attributes.accessedNanos(),
          attributes.modifiedNanos(),
          attributes.changedNanos());
    }

    /** The change that gives a directory these attributes. */
    AttributeChange restoring() {
      return AttributeChange.restoring(mode, uid, gid, accessedNanos, modifiedNanos, changedNanos);
    }
  }

  /**
   * An entry that is no directory.
   *
   * @param target of a symbolic link; null of anything else
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Entry(RestoredEntry entry, byte @Nullable [] target) implements DumpRecord {
    Entry(RestoredEntry entry) {
      this(entry, null);
    }
  }

  /** An extended attribute, or an access control list, of the entry or directory before. */
  record Attribute(Xattr xattr) implements DumpRecord {}

  /** The flags of the entry or directory before, as {@link FileAttributes} has them. */
  record Flags(int flags) implements DumpRecord {}

  /** The limits of the directory before, which has a quota of its own. */
  record Quota(long maxEntries, long maxBytes) implements DumpRecord {}

  /** The entry before is a file that has more names, which come later; by this number. */
  record Numbered(long number) implements DumpRecord {}

  /** One more name of a file that came before. */
  record OtherName(Name name, long number) implements DumpRecord {}

  /** Bytes of the regular file before; what is in none of these is zeros. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Bytes(long offset, byte[] bytes) implements DumpRecord {}

  /** Nothing more is in the directory that was entered last. */
  record Leave() implements DumpRecord {}

  /** Nothing more is in the dump. */
  record End(DumpTotals totals) implements DumpRecord {}
}
