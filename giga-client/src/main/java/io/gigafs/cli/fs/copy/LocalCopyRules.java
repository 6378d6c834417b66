package io.gigafs.cli.fs.copy;

import io.gigafs.cli.fs.copy.CopyRules.Kind;
import io.gigafs.cli.fs.copy.CopyRules.Links;
import io.gigafs.cli.fs.copy.CopyRules.Preserved;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.time.FileTimestamp;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/**
 * How copies between a cluster and this machine are made.
 *
 * @param keepsAll whether nothing is overwritten
 * @param resumes whether existing files may come from an interrupted copy
 * @param isExport whether the copy takes long, so that progress is logged
 * @param syncs whether a file counts as copied only when it is on disks
 */
record LocalCopyRules(
    CopyRules copy, boolean keepsAll, boolean resumes, boolean isExport, boolean syncs) {
  /** An exact copy of a tree, which may exist in part. */
  static LocalCopyRules exporting(boolean syncs) {
    CopyRules all =
        new CopyRules(
            Kind.COPY,
            Links.FOLLOWED_AS_OPERANDS,
            true,
            EnumSet.allOf(Preserved.class),
            false,
            false,
            false);
    return new LocalCopyRules(all, false, true, true, syncs);
  }

  boolean preserves(Preserved what) {
    return copy.preserves(what);
  }

  /** Whether a file exists from an interrupted copy. */
  boolean isThere(FileAttributes from, @Nullable FileAttributes there) {
    return resumes
        && there != null
        && there.type() == from.type()
        && there.size() == from.size()
        && (preserves(Preserved.TIMESTAMPS)
            ? there.modifiedNanos() == from.modifiedNanos()
            : !FileTimestamp.isAfter(from.modifiedNanos(), there.modifiedNanos()));
  }

  /** Whether the existing file is kept. */
  boolean keeps(FileAttributes from, FileAttributes there) {
    return keepsAll
        || (copy.newerOnly()
            && !FileTimestamp.isAfter(from.modifiedNanos(), there.modifiedNanos()));
  }
}
