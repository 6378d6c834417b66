package io.gigafs.server.check;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Finding;
import io.gigafs.protocol.Verdict;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Knows one kind of damage. Stateless, or safe for use by several threads. */
interface Rule {
  /**
   * Looks at what a finding is about as it is now.
   *
   * @param suspect where to look; its facts do not count
   * @return what is wrong with it, or nothing; an {@link UncheckedPartException} if that cannot be
   *     told
   */
  CompletableFuture<Optional<Finding>> examine(Finding suspect);

  /**
   * Mends what was found and was just seen to hold still; looks once more in the commit batch that
   * changes something.
   *
   * @param lostAndFound the directory for what has no place
   */
  CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound);

  /** What was wrong is right. */
  static Verdict repaired(String what) {
    return new Verdict(Verdict.State.REPAIRED, what);
  }

  /** What was wrong still is. */
  static Verdict unrepaired(String why) {
    return new Verdict(Verdict.State.UNREPAIRED, why);
  }

  /** It is not as it was found any more. */
  static Verdict changed() {
    return unrepaired("it has changed meanwhile");
  }
}
