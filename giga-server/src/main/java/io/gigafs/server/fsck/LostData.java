package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreHealth;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Data that the store has lost, and without which it was started. Resulting damage has findings of
 * other kinds, which are repaired first.
 */
final class LostData implements Rule {
  private final ServerContext context;

  LostData(ServerContext context) {
    this.context = context;
  }

  /** All losses of the store. */
  static List<Finding> suspects(Store store) {
    return losses(store).map(loss -> Suspects.loss(loss.cause())).distinct().toList();
  }

  private static Stream<StoreHealth.Problem> losses(Store store) {
    return store.health().problems().stream()
        .filter(problem -> problem.kind() == StoreHealth.Kind.LOST);
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    return CompletableFuture.completedFuture(
        losses(context.store())
            .filter(loss -> loss.cause().equals(suspect.row()))
            .findFirst()
            .map(loss -> Suspects.with(suspect, facts(loss))));
  }

  private static String facts(StoreHealth.Problem loss) {
    return loss.cause()
        + " (since "
        + Instant.ofEpochMilli(loss.sinceMillis()).truncatedTo(ChronoUnit.SECONDS)
        + ")";
  }

  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    try {
      context.store().settleLosses();
    } catch (StoreException e) {
      return CompletableFuture.completedFuture(Rule.unrepaired(String.valueOf(e.getMessage())));
    }
    boolean lasts = losses(context.store()).anyMatch(loss -> loss.cause().equals(finding.row()));
    return CompletableFuture.completedFuture(
        lasts
            ? Rule.unrepaired("the file is missing: stop the server and restore it, if possible")
            : Rule.repaired(
                "the resulting damage was repaired; a note is in damaged/ beside the database"));
  }
}
