package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;

/**
 * The kinds of errors that a check finds, in the order of repair: errors that others depend on come
 * first, wrong counts come last.
 */
public enum FindingKind {
  /** A partition whose depth differs from that in its map. */
  WRONG_DEPTH(9),
  /** A copy of parent, owner or mode that differs from the directory's entry. */
  WRONG_COPY(10),
  /** A partition that is missing from the map of the partition that it was split from. */
  UNNAMED_PARTITION(8),
  /** An entry of a directory that does not exist. */
  DANGLING_ENTRY(6),
  /** A partition that is in the maps of others and does not exist. */
  LOST_PARTITION(7),
  /** A partition of a slot that the server does not own. */
  FOREIGN_PARTITION(4),
  /** A partition that has been prepared or frozen for long. */
  UNSETTLED_PARTITION(12),
  /** An intent of a split or transaction that does not complete. */
  LASTING_INTENT(13),
  /** A directory without an entry in its parent. */
  ORPHANED_DIRECTORY(5),
  /** An entry whose position does not match its name. */
  MISPLACED_ENTRY(2),
  /** Entries that lie in no partition of the server that stores them. */
  STRAY_ENTRIES(1),
  /** A row that cannot be decoded. */
  DAMAGED_ROW(3),
  /** Bytes of a small file that do not match the checksum that was stored with them. */
  DAMAGED_BYTES(15),
  /** Counts that are marked exact and are wrong. */
  WRONG_COUNTS(11),
  /** Stored replies of a partition that is gone, which nothing will remove. */
  LEFT_REPLIES(14),
  /**
   * Data that a store lost and was started without: reported until the consequences are repaired.
   */
  LOST_DATA(16);

  static final Codec<FindingKind> CODEC = codeOf(FindingKind.class, kind -> kind.code);

  private final int code;

  FindingKind(int code) {
    this.code = code;
  }
}
