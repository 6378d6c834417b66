package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
  /** How the names of the file change. */
  public enum Change {
    COMES(0, 1),
    GOES(1, -1),
    /** A name is replaced by another. */
    CHANGES(2, 0);

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

    private static Change ofCode(int code) {
      return switch (code) {
        case 0 -> COMES;
        case 1 -> GOES;
        case 2 -> CHANGES;
        default -> throw new ProtocolException("unknown change of a link count " + code);
      };
    }
  }

  @Override
  public Name name() {
    return InodeId.FILE_NAME;
  }

  void write(WireWriter out) {
    out.int8(change.code).flag(onlyOwner).int64(changedNanos);
  }

  static AdjustLinkCount read(WireReader in) {
    return new AdjustLinkCount(Change.ofCode(in.int8()), in.flag(), in.int64());
  }
}
