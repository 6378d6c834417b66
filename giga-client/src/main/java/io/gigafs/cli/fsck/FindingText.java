package io.gigafs.cli.fsck;

import io.gigafs.protocol.Finding;
import io.gigafs.protocol.FindingKind;
import java.util.Locale;

/** Findings as text. */
final class FindingText {
  private FindingText() {}

  /** The subject of a finding, and the facts. */
  static String of(Finding finding) {
    return subject(finding) + ": " + finding.facts();
  }

  private static String subject(Finding finding) {
    return switch (finding.kind()) {
      case STRAY_ENTRIES ->
          "stray entries of directory "
              + finding.directory()
              + " from position "
              + finding.first()
              + " to "
              + finding.last();
      case MISPLACED_ENTRY ->
          "misplaced entry '" + finding.name() + "' of directory " + finding.directory();
      case DAMAGED_ROW -> "damaged row " + finding.row();
      case DAMAGED_BYTES -> "damaged bytes of " + entry(finding);
      case FOREIGN_PARTITION -> "foreign " + partition(finding);
      case ORPHANED_DIRECTORY -> "orphaned directory " + finding.directory();
      case DANGLING_ENTRY -> "dangling " + entry(finding);
      case LOST_PARTITION -> "lost partition of " + entry(finding);
      case UNNAMED_PARTITION -> "unnamed " + partition(finding);
      case WRONG_DEPTH -> "wrong depth of " + partition(finding);
      case WRONG_COPY -> "wrong copy of " + entry(finding);
      case WRONG_COUNTS -> "wrong counts of " + partition(finding);
      case UNSETTLED_PARTITION -> "unsettled " + partition(finding);
      case LASTING_INTENT ->
          "lasting intent "
              + Long.toHexString(finding.subject())
              + " of "
              + (finding.name() == null ? partition(finding) : entry(finding));
      case LEFT_REPLIES -> "left answers of " + partition(finding);
      case LOST_DATA -> "lost data";
    };
  }

  private static String partition(Finding finding) {
    return "partition " + finding.partition() + " of directory " + finding.directory();
  }

  private static String entry(Finding finding) {
    return "entry '" + finding.name() + "' in directory " + finding.directory();
  }

  /** The machine-readable name of a kind. */
  static String name(FindingKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether a finding has no effect except for using space. */
  static boolean isHarmless(FindingKind kind) {
    return kind == FindingKind.LEFT_REPLIES;
  }

  /** The consequences for users of the cluster. */
  static String meaning(FindingKind kind) {
    return switch (kind) {
      case STRAY_ENTRIES ->
          "The server keeps entries that it does not serve: nobody sees them. They are left over"
              + " from a move that was cut short, or were lost from their partition.";
      case MISPLACED_ENTRY -> "The entry is listed but not found by its name.";
      case DAMAGED_ROW ->
          "The store holds bytes that are no row of it. Whoever needs the row is told EIO.";
      case DAMAGED_BYTES ->
          "The bytes of a small file are not those that were written. Whoever reads them is told"
              + " EIO.";
      case FOREIGN_PARTITION ->
          "The server keeps a partition that another server has to serve: nobody sees it.";
      case ORPHANED_DIRECTORY -> "No path leads to the directory and what is in it.";
      case DANGLING_ENTRY -> "The directory is listed, but whoever enters it is told ESTALE.";
      case LOST_PARTITION ->
          "Names of this part of the directory are answered with ESTALE, and it cannot be listed.";
      case UNNAMED_PARTITION ->
          "Nobody asks the partition, as another serves its names: what is in it is not seen.";
      case WRONG_DEPTH ->
          "The partition takes names for its own that are another's, or the reverse.";
      case WRONG_COPY ->
          "The partition grants and refuses by an owner and mode that are not the directory's.";
      case WRONG_COUNTS -> "The directory's size and links are shown wrong.";
      case UNSETTLED_PARTITION ->
          "The partition waits for the end of a mkdir or rmdir, and serves no change until then.";
      case LASTING_INTENT ->
          "A split or a change of a directory has not come to its end; names it holds have to wait.";
      case LEFT_REPLIES -> "They only take room.";
      case LOST_DATA ->
          "Something that was acknowledged is gone for good: names or bytes are missing, or as they"
              + " were earlier.";
    };
  }
}
