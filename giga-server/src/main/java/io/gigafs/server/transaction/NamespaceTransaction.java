package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of several names that a client requested: its steps at participants, and its effect on
 * the coordinator's own name. Used on that name's lane, which locks the name from before the first
 * call of {@link #next} until {@link #apply} is done.
 *
 * @param <R> the result that the client gets
 */
public interface NamespaceTransaction<R extends Result> {
  /** The client's request; its name is the coordinator's own. */
  Mutation<R> request();

  /**
   * Which participants to prepare next.
   *
   * @param prepared all that are prepared, empty at first
   */
  Next next(List<PreparedParticipant> prepared);

  /** Changes the own name in the batch that decides the change, and returns the client's answer. */
  Answer.Done<R> apply(
      List<PreparedParticipant> prepared, PartitionState partition, CommitBatch commitBatch);

  /** The client's answer if nothing has to change. */
  Answer.Done<R> needless();

  /** Releases what was reserved, as the change is not made. At any time, by any thread. */
  default void abandoned() {}

  /**
   * The step that rolls the own name back if a participant no longer fits, because its server
   * crashed and lost the prepared step; null for nothing.
   */
  @Nullable CommitStep rollbackStep();

  /** The attributes of the own name if it is a directory that moves; null otherwise. */
  default @Nullable FileAttributes ownDirectory() {
    return null;
  }

  /** Whether the change adds a name besides its own, which a quota counts. */
  default boolean addsName() {
    return false;
  }

  /** The directories whose dentries move. */
  default List<MovedDirectory> moved(List<PreparedParticipant> prepared) {
    return List.of();
  }

  /** The next action of the coordinator. */
  record Next(List<Participant> parts, @Nullable ErrorCode refused) {
    /** Everything is prepared. */
    public static final Next COMMIT = new Next(List.of(), null);

    public static Next prepare(Participant... parts) {
      return new Next(List.of(parts), null);
    }

    /** The change is refused. */
    public static Next refuse(ErrorCode code) {
      return new Next(List.of(), code);
    }
  }

  /**
   * A directory whose dentry moves.
   *
   * @param parent the directory of the dentry afterwards, under {@code name}
   * @param oldParent the directory of the dentry before, under {@code oldName}
   */
  public record MovedDirectory(
      InodeId directory, InodeId parent, Name name, InodeId oldParent, Name oldName) {}

  /**
   * A step of a change and where it is to be done.
   *
   * @param partition where the step's name is expected to be
   */
  record Participant(InodeId directory, PartitionIndex partition, CommitStep step) {}

  /**
   * A prepared step, which its participant can apply in any case.
   *
   * @param number 1, 2, ... within the change
   * @param partition the owner of the name
   * @param found the file that has the name until then
   * @param sinceNanos since when the participant has locked the name, 0 if unknown
   */
  record PreparedParticipant(
      int number,
      InodeId directory,
      PartitionIndex partition,
      CommitStep step,
      @Nullable FileCopy found,
      long sinceNanos) {}
}
