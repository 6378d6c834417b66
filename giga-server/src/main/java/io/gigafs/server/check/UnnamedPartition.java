package io.gigafs.server.check;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Finding;
import io.gigafs.protocol.HeaderFacts;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A partition that no other of its directory names, so that nobody ever asks it.
 *
 * <p>It is none while the partition that it was split from is still to learn of it. If the
 * directory has an entry, but no zeroth partition or not the one that would name this one, then
 * that is found at the entry and not here.
 */
final class UnnamedPartition implements Rule {
  private final Headers headers;
  private final Subdirectories subdirectories;

  UnnamedPartition(Headers headers, Subdirectories subdirectories) {
    this.headers = headers;
    this.subdirectories = subdirectories;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    return headers
        .ask(suspect.directory(), suspect.partition(), true)
        .thenCompose(own -> own.isPresent() && own.active() ? look(suspect, own) : none());
  }

  private CompletableFuture<Optional<Finding>> look(Finding suspect, HeaderFacts own) {
    return DirectoryWalk.of(headers, suspect.directory())
        .thenCompose(
            walk -> {
              if (walk.map().contains(suspect.partition())
                  || walk.isUnderWay()
                  || walk.isPartial()) {
                return none();
              }
              if (walk.zeroth().isAbsent()) {
                return headless(suspect, own.parent());
              }
              PartitionIndex ancestor = nearestNamed(walk, suspect.partition());
              return walk.headers().getOrDefault(ancestor, HeaderFacts.ABSENT).isAbsent()
                  ? none()
                  : stillThere(
                      suspect, "partition " + ancestor + " does not name it, and serves its names");
            });
  }

  private static PartitionIndex nearestNamed(DirectoryWalk walk, PartitionIndex index) {
    PartitionIndex parent = index.parent();
    while (!walk.map().contains(parent)) {
      parent = parent.parent();
    }
    return parent;
  }

  private CompletableFuture<Optional<Finding>> headless(Finding suspect, InodeId parent) {
    return subdirectories
        .isNamedNow(parent, suspect.directory())
        .thenCompose(
            named ->
                named
                    ? none()
                    : stillThere(
                        suspect,
                        "the directory has no partition 0, and no entry in directory " + parent));
  }

  /** The directory may have been removed while its partitions were asked. */
  private CompletableFuture<Optional<Finding>> stillThere(Finding suspect, String facts) {
    return headers
        .ask(suspect.directory(), suspect.partition(), true)
        .thenApply(
            own ->
                own.isPresent() && own.active()
                    ? Optional.of(Suspects.with(suspect, facts))
                    : Optional.empty());
  }

  private static CompletableFuture<Optional<Finding>> none() {
    return CompletableFuture.completedFuture(Optional.empty());
  }
}
