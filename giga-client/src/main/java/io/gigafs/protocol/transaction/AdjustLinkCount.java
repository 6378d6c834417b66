package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.TIME;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Codec;

/**
 * Adjusts the link count of a file that has an inode record of its own.
 *
 * @param change how the file's names change
 * @param onlyOwner whether the caller must own the file, because its name is removed from a sticky
 *     directory
 * @param changedNanos the new ctime, in ns since the epoch
 */
public record AdjustLinkCount(Change change, boolean onlyOwner, long changedNanos)
    implements CommitStep {
  static final Codec<AdjustLinkCount> CODEC =
      Codec.of(AdjustLinkCount.class, Change.CODEC, FLAG, TIME);

  /** How the names of the file change. */
  public enum Change {
    COMES(0, 1),
    GOES(1, -1),
    /** A name is replaced by another. */
    CHANGES(2, 0);

    private static final Codec<Change> CODEC = codeOf(Change.class, change -> change.code);

    private final int code;
    private final int links;

    Change(int code, int links) {
      this.code = code;
      this.links = links;
    }

    /** The difference of the link count. */
    public int links() {
      return links;
    }
  }

  @Override
  public Name name() {
    return InodeId.FILE_NAME;
  }
}
