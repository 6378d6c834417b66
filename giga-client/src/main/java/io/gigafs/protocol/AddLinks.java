package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/**
 * Counts the names of a file that has a place of its own.
 *
 * @param fewer whether a name goes, rather than comes
 * @param onlyOwner whether the caller has to own the file: a name goes from a sticky directory
 * @param changedNanos when, in ns since the epoch
 */
public record AddLinks(boolean fewer, boolean onlyOwner, long changedNanos) implements CommitStep {
  @Override
  public Name name() {
    return InodeId.FILE_NAME;
  }

  void write(WireWriter out) {
    out.flag(fewer).flag(onlyOwner).int64(changedNanos);
  }

  static AddLinks read(WireReader in) {
    return new AddLinks(in.flag(), in.flag(), in.int64());
  }
}
