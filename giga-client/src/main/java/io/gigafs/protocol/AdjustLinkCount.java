package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/**
 * Counts a name of a file that has a place of its own.
 *
 * @param change what becomes of the name
 * @param onlyOwner whether the caller has to own the file: its name goes from a sticky directory
 * @param changedNanos when, in ns since the epoch
 */
public record AdjustLinkCount(Change change, boolean onlyOwner, long changedNanos)
    implements CommitStep {
  /** What becomes of a name. */
  public enum Change {
    COMES(0, 1),
    GOES(1, -1),
    /** It becomes another. */
    CHANGES(2, 0);

    private final int code;
    private final int links;

    Change(int code, int links) {
      this.code = code;
      this.links = links;
    }

    /** By how much the number of names grows. */
    public int links() {
      return links;
    }

    private static Change ofCode(int code) {
      return switch (code) {
        case 0 -> COMES;
        case 1 -> GOES;
        case 2 -> CHANGES;
        default -> throw new ProtocolException("unknown change of a name " + code);
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
