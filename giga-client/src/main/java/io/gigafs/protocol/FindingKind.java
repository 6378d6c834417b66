package io.gigafs.protocol;

/**
 * What a check may find wrong, in the order in which it is to be mended: what others rest on comes
 * first, what is only counted comes last.
 */
public enum FindingKind {
  /** A partition whose depth is not the one that its map gives it. */
  WRONG_DEPTH(9),
  /** A copy of parent, owner or mode that is not as in the directory's entry. */
  WRONG_COPY(10),
  /** A partition that the one that it was split from does not name. */
  UNNAMED_PARTITION(8),
  /** An entry of a directory that is not there. */
  DANGLING_ENTRY(6),
  /** A partition that others name and that is not there. */
  LOST_PARTITION(7),
  /** A partition of a slot that the server does not hold. */
  FOREIGN_PARTITION(4),
  /** A partition that has been prepared or frozen for long. */
  UNSETTLED_PARTITION(12),
  /** An intent of a split or change that does not end. */
  LASTING_INTENT(13),
  /** A directory of which its parent has no entry. */
  ORPHANED_DIRECTORY(5),
  /** An entry whose place is not the one that its name has. */
  MISPLACED_ENTRY(2),
  /** Entries that lie in no partition of the server that keeps them. */
  STRAY_ENTRIES(1),
  /** A row that does not read as the format says. */
  DAMAGED_ROW(3),
  /** Bytes of a small file that do not have the checksum that was written with them. */
  DAMAGED_BYTES(15),
  /** Counts that are marked exact and are not. */
  WRONG_COUNTS(11),
  /** Remembered answers of a partition that is gone, which nobody will remove. */
  LEFT_REPLIES(14),
  /** What a store lost, and was started without: reported until what it left behind is mended. */
  LOST_DATA(16);

  private final int code;

  FindingKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static FindingKind ofCode(int code) {
    for (FindingKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new ProtocolException("unknown kind of finding " + code);
  }
}
