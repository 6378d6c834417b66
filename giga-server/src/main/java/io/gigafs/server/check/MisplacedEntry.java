package io.gigafs.server.check;

import io.gigafs.index.Name;
import io.gigafs.protocol.Finding;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An entry at a position that is not its name's, where nobody looks for it. */
final class MisplacedEntry implements Rule {
  private final CheckContext context;

  MisplacedEntry(CheckContext context) {
    this.context = context;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    Name name = Objects.requireNonNull(suspect.name(), "an entry has a name");
    @Nullable Attributes entry;
    try {
      entry =
          context
              .store()
              .getEntry(
                  EntryKey.of(suspect.directory().value(), suspect.first().value(), name.bytes()));
    } catch (CorruptRowException e) {
      entry = null;
    }
    return CompletableFuture.completedFuture(
        entry == null || name.position().equals(suspect.first())
            ? Optional.empty()
            : Optional.of(
                Suspects.with(
                    suspect,
                    "it stands at position "
                        + suspect.first()
                        + ", its name belongs at "
                        + name.position())));
  }
}
