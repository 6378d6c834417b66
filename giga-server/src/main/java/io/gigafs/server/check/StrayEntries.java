package io.gigafs.server.check;

import io.gigafs.index.Position;
import io.gigafs.protocol.Finding;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Entries that lie in no partition of this store. An install that was cut short leaves such; while
 * one is under way, or slots are, they are none.
 */
final class StrayEntries implements Rule {
  /** So many are looked at; more are the same damage. */
  private static final int MAX_LOOKED_AT = 16_384;

  private final CheckContext context;

  StrayEntries(CheckContext context) {
    this.context = context;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    if (!context.view().get().moves().isEmpty() || context.receiving().test(suspect.directory())) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Strays strays = new Strays();
    EntryKey behind = null;
    do {
      behind = lookBehind(behind, suspect, strays);
    } while (behind != null);
    return CompletableFuture.completedFuture(strays.finding(suspect));
  }

  /** Looks on behind a key; gives the key of a row that cannot be read, or null at the end. */
  private @Nullable EntryKey lookBehind(@Nullable EntryKey behind, Finding suspect, Strays strays) {
    try {
      context.store().scanEntries(range(suspect), behind, (key, attributes) -> strays.look(key));
      return null;
    } catch (CorruptRowException e) {
      return RowKeys.entry(e.key());
    }
  }

  static EntryRange range(Finding finding) {
    return new EntryRange(
        finding.directory().value(), finding.first().value(), finding.last().value());
  }

  private final class Strays {
    private @Nullable Holder holder;
    private @Nullable EntryKey first;
    private @Nullable EntryKey last;
    private long count;
    private int looked;

    boolean look(EntryKey key) {
      Holder known = holder;
      if (known == null || !known.holds(key.directory(), key.position())) {
        holder =
            Holder.of(context.store(), context.view().slots(), key.directory(), key.position());
      }
      if (holder == null && RowKeys.isInPlace(key)) {
        first = first == null ? key : first;
        last = key;
        count++;
      }
      return ++looked < MAX_LOOKED_AT;
    }

    Optional<Finding> finding(Finding suspect) {
      if (first == null || last == null) {
        return Optional.empty();
      }
      return Optional.of(
          new Finding(
              suspect.kind(),
              suspect.slot(),
              suspect.directory(),
              suspect.partition(),
              null,
              new Position(first.position()),
              new Position(last.position()),
              0,
              "",
              count
                  + (count == 1 ? " entry, '" : " entries, the first is '")
                  + new String(first.name(), StandardCharsets.UTF_8)
                  + "'"));
    }
  }
}
