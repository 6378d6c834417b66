package io.gigafs.cli.dump;

import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.Xattr;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A record of a dump. Records have this order:
 *
 * <pre>
 * dump      = Header directory End
 * directory = Directory Attribute* Quota? Flags? (entry | OtherName | directory)* Leave
 * entry     = Entry Attribute* Numbered? Flags? Bytes*
 * </pre>
 */
sealed interface DumpRecord {
  /**
   * The origin of the dump.
   *
   * @param writtenNanos when the dump was started, ns since the epoch
   * @param software the version of Giga that wrote it
   * @param path the directory that was dumped, as {@link io.gigafs.cli.ByteText}
   */
  record Header(
      UUID cluster, long writtenNanos, String software, int slots, int splitThreshold, String path)
      implements DumpRecord {}

  /**
   * A directory; its contents follow.
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

    /** The change that sets these attributes on a directory. */
    AttributeChange restoring() {
      return AttributeChange.restoring(mode, uid, gid, accessedNanos, modifiedNanos, changedNanos);
    }
  }

  /**
   * An entry that is not a directory.
   *
   * @param target of a symbolic link; null for other types
   */
  @SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
  record Entry(RestoredEntry entry, byte @Nullable [] target) implements DumpRecord {
    Entry(RestoredEntry entry) {
      this(entry, null);
    }
  }

  /** An extended attribute, or an access control list, of the preceding entry or directory. */
  record Attribute(Xattr xattr) implements DumpRecord {}

  /** The flags of the preceding entry or directory, as in {@link FileAttributes}. */
  record Flags(int flags) implements DumpRecord {}

  /** The limits of the preceding directory, which has its own quota. */
  record Quota(long maxEntries, long maxBytes) implements DumpRecord {}

  /** Assigns a number to the preceding entry, a file with further names that come later. */
  record Numbered(long number) implements DumpRecord {}

  /** A further name of an earlier file. */
  record OtherName(Name name, long number) implements DumpRecord {}

  /** Bytes of the preceding regular file; all others are zeros. */
  @SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
  record Bytes(long offset, byte[] bytes) implements DumpRecord {}

  /** The end of the directory that was entered last. */
  record Leave() implements DumpRecord {}

  /** The end of the dump. */
  record End(DumpTotals totals) implements DumpRecord {}

  /**
   * The number of entries in a dump.
   *
   * @param directories below the top, which has no name in the dump and does not count
   * @param others entries that are not directories
   */
  record DumpTotals(long directories, long others) {
    long entries() {
      return directories + others;
    }
  }
}
