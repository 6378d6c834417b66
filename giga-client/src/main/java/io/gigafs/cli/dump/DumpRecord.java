package io.gigafs.cli.dump;

import io.gigafs.index.Name;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.RestoredEntry;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One record of a dump. They come in this order:
 *
 * <pre>
 * dump      = Header directory End
 * directory = Directory (Entry | directory)* Leave
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

  /** An entry that is no directory. */
  record Entry(RestoredEntry entry) implements DumpRecord {}

  /** Nothing more is in the directory that was entered last. */
  record Leave() implements DumpRecord {}

  /** Nothing more is in the dump. */
  record End(DumpTotals totals) implements DumpRecord {}
}
