package io.gigafs.server.check;

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

  /** Mends what was found, if it still is as it was found. */
  default CompletableFuture<Verdict> repair(Finding finding) {
    return CompletableFuture.completedFuture(
        new Verdict(Verdict.State.UNREPAIRED, "there is no repair for this"));
  }
}
