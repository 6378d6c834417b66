package io.gigafs.server.check;

import io.gigafs.protocol.Finding;
import io.gigafs.server.lane.SlotState;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.PartitionKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A partition of a slot that this server does not hold. */
final class ForeignPartition implements Rule {
  private final CheckContext context;

  ForeignPartition(CheckContext context) {
    this.context = context;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    if (context.view().state(suspect.slot()) != SlotState.ABSENT
        || context.isMoving(suspect.slot())
        || !isThere(suspect)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return CompletableFuture.completedFuture(
        Optional.of(
            Suspects.with(
                suspect,
                "slot "
                    + suspect.slot()
                    + " belongs to server "
                    + context.view().get().ownerOf(suspect.slot()).id())));
  }

  private boolean isThere(Finding suspect) {
    try {
      return context
              .store()
              .getPartition(
                  new PartitionKey(
                      suspect.slot(), suspect.directory().value(), suspect.partition().value()))
          != null;
    } catch (CorruptRowException e) {
      return false;
    }
  }
}
