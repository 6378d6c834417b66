package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.util.List;

/**
 * Holds a name above the root of which there is one in the cluster, so that directories come to be
 * in others one after the other, and makes sure that none would come to be below itself.
 *
 * @param quotaDomain the nearest directory upwards from where they were that has a quota, as a raw
 *     id; 0 if none has
 */
public record DirectoryRenameLock(List<DirectoryMove> moves, long quotaDomain)
    implements CommitStep {
  /** The directory in whose zeroth partition the name is. */
  public static final InodeId DESK = InodeId.SUPER_ROOT;

  private static final Name NAME = Name.of("moves");

  public DirectoryRenameLock {
    moves = List.copyOf(moves);
  }

  @Override
  public Name name() {
    return NAME;
  }

  void write(WireWriter out) {
    out.count(moves.size());
    for (DirectoryMove move : moves) {
      move.write(out);
    }
    out.int64(quotaDomain);
  }

  static DirectoryRenameLock read(WireReader in) {
    return new DirectoryRenameLock(in.list(DirectoryMove.BYTES, DirectoryMove::read), in.int64());
  }
}
