package io.gigafs.server.commit;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.DirectoryMove;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileCopy;
import io.gigafs.protocol.MoveDirectories;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.RenameMode;
import io.gigafs.protocol.RenameRequest;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * rename(2) of which directories may be a part: a {@link RenameChange} that also keeps other
 * directories from moving meanwhile, if one comes to be in another, and tells the directories'
 * partitions.
 */
final class RenameDirectoryChange implements NamesChange<Empty> {
  private final RenameRequest request;
  private final RenameChange rename;
  private final FileCopy original;
  private final long quotaDomain;

  /**
   * A rename.
   *
   * @param original what is renamed, as it is
   * @param quotaDomain where it counts so far, see {@link MoveDirectories}
   */
  RenameDirectoryChange(
      RenameRequest request, RenameChange rename, FileCopy original, long quotaDomain) {
    this.request = request;
    this.rename = rename;
    this.original = original;
    this.quotaDomain = quotaDomain;
  }

  @Override
  public Mutation<Empty> request() {
    return request;
  }

  @Override
  public @Nullable FileAttributes ownDirectory() {
    return original.attributes().isDirectory() ? original.attributes() : null;
  }

  /** In an exchange only the other name tells what moves, otherwise the desk is asked first. */
  @Override
  public Next next(List<PreparedPart> prepared) {
    boolean deskFirst = request.mode() != RenameMode.EXCHANGE;
    boolean hasDesk = prepared.stream().anyMatch(RenameDirectoryChange::isDesk);
    if (deskFirst && !hasDesk && !moves(prepared).isEmpty()) {
      return Next.prepare(desk(prepared));
    }
    Next next = rename.next(withoutDesk(prepared));
    boolean isReady = next.refused() == null && next.parts().isEmpty();
    return isReady && !hasDesk && !moves(prepared).isEmpty() ? Next.prepare(desk(prepared)) : next;
  }

  private static boolean isDesk(PreparedPart part) {
    return part.step() instanceof MoveDirectories;
  }

  private static List<PreparedPart> withoutDesk(List<PreparedPart> prepared) {
    return prepared.stream().filter(part -> !isDesk(part)).toList();
  }

  private Part desk(List<PreparedPart> prepared) {
    return new Part(
        MoveDirectories.DESK,
        PartitionIndex.ZEROTH,
        new MoveDirectories(moves(prepared), quotaDomain));
  }

  /** The directories that come to be in other ones. */
  private List<DirectoryMove> moves(List<PreparedPart> prepared) {
    return moved(prepared).stream()
        .filter(moved -> !moved.parent().equals(moved.oldParent()))
        .map(moved -> new DirectoryMove(moved.directory(), moved.parent()))
        .toList();
  }

  @Override
  public List<MovedDirectory> moved(List<PreparedPart> prepared) {
    List<MovedDirectory> moved = new ArrayList<>();
    FileAttributes own = ownDirectory();
    if (own != null) {
      moved.add(
          new MovedDirectory(
              own.inode(),
              request.toDirectory(),
              request.toName(),
              request.directory(),
              request.name()));
    }
    InodeId other = request.mode() == RenameMode.EXCHANGE ? otherDirectory(prepared) : null;
    if (other != null) {
      moved.add(
          new MovedDirectory(
              other, request.directory(), request.name(), request.toDirectory(), request.toName()));
    }
    return moved;
  }

  private static @Nullable InodeId otherDirectory(List<PreparedPart> prepared) {
    for (PreparedPart part : prepared) {
      FileCopy found = part.found();
      if (found != null && found.attributes().isDirectory()) {
        return found.attributes().inode();
      }
    }
    return null;
  }

  @Override
  public Answer.Done<Empty> apply(
      List<PreparedPart> prepared, PartitionState partition, Turn turn) {
    return rename.apply(withoutDesk(prepared), partition, turn);
  }

  @Override
  public void abandoned() {
    rename.abandoned();
  }

  @Override
  public Answer.Done<Empty> needless() {
    return rename.needless();
  }

  @Override
  public @Nullable CommitStep takeBack() {
    return rename.takeBack();
  }
}
