package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A rule for one kind of damage. Stateless or thread-safe. */
interface Rule {
  /**
   * Examines the current state of what a finding is about.
   *
   * @param suspect where to look; its facts are ignored
   * @return the damage, or empty; an {@link UncheckedPartException} if that cannot be determined
   */
  CompletableFuture<Optional<Finding>> examine(Finding suspect);

  /**
   * Repairs a finding that was just confirmed; verifies it again in the commit batch that changes
   * something.
   *
   * @param lostAndFound the directory for lost entries
   */
  CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound);

  /** The damage was repaired. */
  static Verdict repaired(String what) {
    return new Verdict(Verdict.State.REPAIRED, what);
  }

  /** The damage remains. */
  static Verdict unrepaired(String why) {
    return new Verdict(Verdict.State.UNREPAIRED, why);
  }

  /** The state is no longer the one that was found. */
  static Verdict changed() {
    return unrepaired("it has changed meanwhile");
  }

  /** A part could not be checked; the message says what and why. */
  final class UncheckedPartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UncheckedPartException(String message) {
      super(message);
    }
  }
}
