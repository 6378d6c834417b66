package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.tablefs.PartitionKey;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Creates suspects: findings without facts, which say what to examine. */
final class Suspects {
  private static final Position NOWHERE = new Position(0);
  private static final Pattern DAMAGED = Pattern.compile("[a-z]+:([0-9a-f]{2})*");

  private Suspects() {}

  /** A partition. */
  static Finding partition(FindingKind kind, PartitionKey key) {
    return new Finding(
        kind,
        key.slot(),
        new InodeId(key.directory()),
        new PartitionIndex(key.index()),
        null,
        NOWHERE,
        NOWHERE,
        0,
        "",
        "");
  }

  /** A directory, by its entry in a partition of its parent. */
  static Finding entry(
      FindingKind kind, CurrentView view, InodeId parent, PartitionIndex in, Name name, long of) {
    return new Finding(
        kind, view.slotOf(parent, in), parent, in, name, NOWHERE, NOWHERE, of, "", "");
  }

  /** Rows of a directory. */
  static Finding rows(FindingKind kind, InodeId directory, Position first, Position last) {
    return new Finding(kind, 0, directory, PartitionIndex.ZEROTH, null, first, last, 0, "", "");
  }

  /** A row that may be at the wrong position. */
  static Finding row(FindingKind kind, InodeId directory, Name name, Position position) {
    return new Finding(
        kind, 0, directory, PartitionIndex.ZEROTH, name, position, position, 0, "", "");
  }

  /** A row that cannot be read. */
  static Finding damaged(String row) {
    return new Finding(
        FindingKind.DAMAGED_ROW,
        0,
        new InodeId(0),
        PartitionIndex.ZEROTH,
        null,
        NOWHERE,
        NOWHERE,
        0,
        row,
        "");
  }

  /** An intent. */
  static Finding intent(int slot, long transaction) {
    return new Finding(
        FindingKind.LASTING_INTENT,
        slot,
        new InodeId(0),
        PartitionIndex.ZEROTH,
        null,
        NOWHERE,
        NOWHERE,
        transaction,
        "",
        "");
  }

  /** Why a finding cannot be from a check; null if it can. */
  static @Nullable String flaw(Finding finding, int slots) {
    if (finding.slot() >= slots) {
      return "no slot " + finding.slot();
    }
    return switch (finding.kind()) {
      case MISPLACED_ENTRY, DAMAGED_BYTES, DANGLING_ENTRY, WRONG_COPY, LOST_PARTITION ->
          finding.name() == null ? "a finding of kind " + finding.kind() + " has no name" : null;
      case DAMAGED_ROW ->
          DAMAGED.matcher(finding.row()).matches() ? null : "no row is '" + finding.row() + "'";
      default -> null;
    };
  }

  /** A loss of the store. */
  static Finding loss(String what) {
    return new Finding(
        FindingKind.LOST_DATA,
        0,
        new InodeId(0),
        PartitionIndex.ZEROTH,
        null,
        NOWHERE,
        NOWHERE,
        0,
        what,
        "");
  }

  /** A copy of the finding with other facts. */
  static Finding with(Finding suspect, String facts) {
    return new Finding(
        suspect.kind(),
        suspect.slot(),
        suspect.directory(),
        suspect.partition(),
        suspect.name(),
        suspect.first(),
        suspect.last(),
        suspect.subject(),
        suspect.row(),
        facts);
  }
}
