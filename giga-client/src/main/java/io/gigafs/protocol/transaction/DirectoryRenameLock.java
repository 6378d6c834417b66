package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Codec;
import java.util.List;

/**
 * Locks a name above the root that exists once in the cluster, which serializes renames of
 * directories into others, and checks that no directory would become its own descendant.
 *
 * @param quotaDomain the nearest directory on the path to the root from their old location that has
 *     a quota, as a raw id; 0 if there is none
 */
public record DirectoryRenameLock(List<DirectoryMove> moves, long quotaDomain)
    implements CommitStep {
  static final Codec<DirectoryRenameLock> CODEC =
      Codec.of(DirectoryRenameLock.class, listOf(DirectoryMove.CODEC), INT64);

  /** The directory whose zeroth partition holds the name. */
  public static final InodeId LOCK_NAME = InodeId.SUPER_ROOT;

  private static final Name NAME = Name.of("moves");

  public DirectoryRenameLock {
    moves = List.copyOf(moves);
  }

  @Override
  public Name name() {
    return NAME;
  }
}
