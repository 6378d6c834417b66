package io.gigafs.server.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.RenameRequest;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.DirectoryRenameLock;
import io.gigafs.protocol.transaction.CommitStep.DirectoryRenameLock.DirectoryMove;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.NamespaceTransaction;
import io.gigafs.server.transaction.NamespaceTransaction.Participant;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * rename(2) that may involve directories: a {@link RenameChange} that also takes the directory
 * rename lock if a directory gets another parent, and updates the partitions of moved directories.
 */
final class RenameDirectoryChange implements NamespaceTransaction<Empty> {
  private final RenameRequest request;
  private final RenameChange rename;
  private final FileCopy original;
  private final long quotaDomain;

  /**
   * Creates the change.
   *
   * @param original the renamed file as it is
   * @param quotaDomain its quota so far, see {@link DirectoryRenameLock}
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

  /**
   * The rename lock comes first, except in an exchange, where only the other name shows what moves.
   */
  @Override
  public Next next(List<PreparedParticipant> prepared) {
    boolean renameLockFirst = request.mode() != RenameMode.EXCHANGE;
    boolean hasRenameLock = prepared.stream().anyMatch(RenameDirectoryChange::isRenameLock);
    if (renameLockFirst && !hasRenameLock && !moves(prepared).isEmpty()) {
      return Next.prepare(renameLock(prepared));
    }
    Next next = rename.next(withoutRenameLock(prepared));
    boolean isReady = next.refused() == null && next.parts().isEmpty();
    return isReady && !hasRenameLock && !moves(prepared).isEmpty()
        ? Next.prepare(renameLock(prepared))
        : next;
  }

  private static boolean isRenameLock(PreparedParticipant part) {
    return part.step() instanceof DirectoryRenameLock;
  }

  private static List<PreparedParticipant> withoutRenameLock(List<PreparedParticipant> prepared) {
    return prepared.stream().filter(part -> !isRenameLock(part)).toList();
  }

  private Participant renameLock(List<PreparedParticipant> prepared) {
    return new Participant(
        DirectoryRenameLock.LOCK_NAME,
        PartitionIndex.ZEROTH,
        new DirectoryRenameLock(moves(prepared), quotaDomain));
  }

  /** The directories that get another parent. */
  private List<DirectoryMove> moves(List<PreparedParticipant> prepared) {
    return moved(prepared).stream()
        .filter(moved -> !moved.parent().equals(moved.oldParent()))
        .map(moved -> new DirectoryMove(moved.directory(), moved.parent()))
        .toList();
  }

  @Override
  public List<NamespaceTransaction.MovedDirectory> moved(List<PreparedParticipant> prepared) {
    List<NamespaceTransaction.MovedDirectory> moved = new ArrayList<>();
    FileAttributes own = ownDirectory();
    if (own != null) {
      moved.add(
          new NamespaceTransaction.MovedDirectory(
              own.inode(),
              request.toDirectory(),
              request.toName(),
              request.directory(),
              request.name()));
    }
    InodeId other = request.mode() == RenameMode.EXCHANGE ? otherDirectory(prepared) : null;
    if (other != null) {
      moved.add(
          new NamespaceTransaction.MovedDirectory(
              other, request.directory(), request.name(), request.toDirectory(), request.toName()));
    }
    return moved;
  }

  private static @Nullable InodeId otherDirectory(List<PreparedParticipant> prepared) {
    for (PreparedParticipant part : prepared) {
      FileCopy found = part.found();
      if (found != null && found.attributes().isDirectory()) {
        return found.attributes().inode();
      }
    }
    return null;
  }

  @Override
  public Answer.Done<Empty> apply(
      List<PreparedParticipant> prepared, PartitionState partition, CommitBatch commitBatch) {
    return rename.apply(withoutRenameLock(prepared), partition, commitBatch);
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
  public @Nullable CommitStep rollbackStep() {
    return rename.rollbackStep();
  }
}
