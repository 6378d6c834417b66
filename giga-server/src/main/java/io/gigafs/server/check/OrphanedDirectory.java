package io.gigafs.server.check;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Finding;
import io.gigafs.server.lane.PartitionState;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A zeroth partition that serves, of a directory that its parent has no entry of. */
final class OrphanedDirectory implements Rule {
  private final CheckContext context;
  private final Subdirectories subdirectories;

  OrphanedDirectory(CheckContext context, Subdirectories subdirectories) {
    this.context = context;
    this.subdirectories = subdirectories;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    return parentOf(suspect)
        .thenCompose(
            parent -> {
              if (parent.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
              }
              return subdirectories
                  .isNamedNow(parent.get(), suspect.directory())
                  .thenCompose(named -> named ? none() : standing(suspect, parent.get()));
            });
  }

  private static CompletableFuture<Optional<Finding>> none() {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  /** It may have been removed while its parent was read. */
  private CompletableFuture<Optional<Finding>> standing(Finding suspect, InodeId parent) {
    return parentOf(suspect)
        .thenApply(
            still ->
                still
                    .filter(parent::equals)
                    .map(
                        same ->
                            Suspects.with(suspect, "directory " + parent + " has no entry of it")));
  }

  private CompletableFuture<Optional<InodeId>> parentOf(Finding suspect) {
    return context.inTurn(
        suspect.slot(),
        turn -> {
          @Nullable PartitionState partition =
              context
                  .lanes()
                  .of(suspect.slot())
                  .partitions()
                  .find(suspect.directory(), suspect.partition());
          return partition == null || !partition.phase().isActive()
              ? Optional.empty()
              : Optional.of(partition.owner().parent());
        });
  }
}
