package io.gigafs.server.commit;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of several names that a client asks for: which steps it takes elsewhere, and what it
 * does to the name that it begins with. Used on that name's lane, which holds the name from before
 * {@link #next} is first asked until {@link #apply} is done.
 *
 * @param <R> what the client is told
 */
public interface NamespaceTransaction<R extends Result> {
  /** What the client asked for; its name is the one that the change begins with. */
  Mutation<R> request();

  /**
   * What is to be prepared next.
   *
   * @param prepared all that is, none at first
   */
  Next next(List<PreparedParticipant> prepared);

  /** Changes the own name, in the batch that decides the change; says what the client is told. */
  Answer.Done<R> apply(
      List<PreparedParticipant> prepared, PartitionState partition, CommitBatch commitBatch);

  /** What the client is told if all is already as it should be. */
  Answer.Done<R> needless();

  /** It is not made: what was set aside for it is given back. At any time, by any thread. */
  default void abandoned() {}

  /**
   * What to do to the own name if another one no longer fits, as the machine that held it died and
   * forgot that it had been prepared; null for nothing.
   */
  @Nullable CommitStep takeBack();

  /** The directory whose entry the own name is, as that has it, if it moves; null if it is none. */
  default @Nullable FileAttributes ownDirectory() {
    return null;
  }

  /** The directories whose entries move. */
  default List<MovedDirectory> moved(List<PreparedParticipant> prepared) {
    return List.of();
  }

  /** What follows when some parts are prepared. */
  record Next(List<Participant> parts, @Nullable ErrorCode refused) {
    /** All is prepared. */
    public static final Next COMMIT = new Next(List.of(), null);

    public static Next prepare(Participant... parts) {
      return new Next(List.of(parts), null);
    }

    /** The change may not be made. */
    public static Next refuse(ErrorCode code) {
      return new Next(List.of(), code);
    }
  }
}
