package io.gigafs.cli.fsck;

import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
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
          "The server stores entries that it does not serve: they are invisible. They are left over"
              + " from an interrupted move, or were lost from their partition.";
      case MISPLACED_ENTRY -> "The entry is listed but not found by its name.";
      case DAMAGED_ROW ->
          "The store contains bytes that are not a valid row. Operations on the row fail with EIO.";
      case DAMAGED_BYTES ->
          "The bytes of a small file are not those that were written. Reads of them fail with"
              + " EIO.";
      case FOREIGN_PARTITION ->
          "The server stores a partition that belongs to another server: it is invisible.";
      case ORPHANED_DIRECTORY -> "No path leads to the directory and what is in it.";
      case DANGLING_ENTRY -> "The directory is listed, but entering it fails with ESTALE.";
      case LOST_PARTITION ->
          "Operations on names of this partition fail with ESTALE; the directory cannot be listed.";
      case UNNAMED_PARTITION ->
          "The partition is not used, as another serves its names: its entries are invisible.";
      case WRONG_DEPTH ->
          "The partition accepts names that belong to another partition, or the reverse.";
      case WRONG_COPY ->
          "The partition checks permissions by an owner and mode that are not the directory's.";
      case WRONG_COUNTS -> "The directory's size and links are shown wrong.";
      case UNSETTLED_PARTITION ->
          "The partition waits for the end of a mkdir or rmdir, and refuses changes until then.";
      case LASTING_INTENT ->
          "A split or a change of a directory has not completed; operations on its names wait.";
      case LEFT_REPLIES -> "They only use space.";
      case LOST_DATA ->
          "An acknowledged change is lost: names or bytes are missing, or in an"
              + " earlier state.";
    };
  }
}
