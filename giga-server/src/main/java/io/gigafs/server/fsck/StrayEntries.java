package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.fsck.Rule.UncheckedPartException;
import io.gigafs.server.migration.Installer;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.time.FileTimestamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Entries that belong to no partition of this store. An interrupted install leaves such entries;
 * while one is in progress, or slots are moving, entries do not count as strays.
 */
final class StrayEntries implements Rule {
  /** Maximum number of entries that are examined; more are the same damage. */
  private static final int MAX_LOOKED_AT = 16_384;

  private final CheckTasks tasks;
  private final ServerContext context;
  private final Installer installer;
  private final Headers headers;
  private final Subdirectories subdirectories;
  private final NameQueries names;

  StrayEntries(
      CheckTasks tasks,
      Headers headers,
      Subdirectories subdirectories,
      NameQueries names,
      Installer installer) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.installer = installer;
    this.headers = headers;
    this.subdirectories = subdirectories;
    this.names = names;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    if (!context.view().get().moves().isEmpty() || installer.isReceiving(suspect.directory())) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Strays strays = new Strays();
    EntryKey behind = null;
    do {
      behind = lookBehind(behind, suspect, strays);
    } while (behind != null);
    return CompletableFuture.completedFuture(strays.finding(suspect));
  }

  /** Continues after a key; returns the key of an unreadable row, or null at the end. */
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

    /** Whether this is the last stray that was found. */
    boolean isLast(EntryKey key) {
      return last != null && last.equals(key);
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

  /**
   * Removes an entry as a stale copy if its name exists at its proper place and is not older there.
   * Another entry may be all that is left of a file: it is kept under another name.
   */
  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    if (!installer.refuseRows(finding.directory())) {
      return CompletableFuture.completedFuture(Rule.changed());
    }
    CompletableFuture<Verdict> repaired;
    try {
      repaired = new Mending(lostAndFound, rows(finding)).next();
    } catch (RuntimeException e) {
      repaired = CompletableFuture.failedFuture(e);
    }
    return repaired.whenComplete((done, failure) -> installer.acceptRows(finding.directory()));
  }

  private List<Row> rows(Finding finding) {
    List<Row> rows = new ArrayList<>();
    Strays strays = new Strays();
    EntryKey behind = null;
    do {
      try {
        context
            .store()
            .scanEntries(
                range(finding),
                behind,
                (key, attributes) -> {
                  boolean goesOn = strays.look(key);
                  if (strays.isLast(key)) {
                    rows.add(new Row(key, attributes));
                  }
                  return goesOn;
                });
        behind = null;
      } catch (CorruptRowException e) {
        behind = RowKeys.entry(e.key());
      }
    } while (behind != null);
    return rows;
  }

  private record Row(EntryKey key, Attributes attributes) {
    InodeId directory() {
      return new InodeId(key.directory());
    }

    InodeId inode() {
      return new InodeId(attributes.inode());
    }

    Name name() {
      return Name.of(key.name());
    }
  }

  /** Repairs one row after the other. */
  private final class Mending {
    private final InodeId lostAndFound;
    private final Iterator<Row> rows;
    private int stale;
    private int kept;

    Mending(InodeId lostAndFound, List<Row> rows) {
      this.lostAndFound = lostAndFound;
      this.rows = rows.iterator();
    }

    CompletableFuture<Verdict> next() {
      if (!rows.hasNext()) {
        return CompletableFuture.completedFuture(
            Rule.repaired(stale + " stale copies removed, " + kept + " put into /lost+found"));
      }
      Row row = rows.next();
      return names
          .find(row.directory(), row.name())
          .thenCompose(known -> place(row, known))
          .thenComposeAsync(done -> next(), tasks.background());
    }

    private CompletableFuture<Verdict> place(Row row, Optional<FileAttributes> known) {
      if (known.isPresent()
          && (known.get().inode().equals(row.inode())
              || !FileTimestamp.isAfter(
                  row.attributes().changedNanos(), known.get().changedNanos()))) {
        stale++;
        return remove(row);
      }
      return row.attributes().type() == FileType.DIRECTORY
          ? placeDirectory(row)
          : names
              .adopt(
                  lostAndFound,
                  NameQueries.lost(row.directory(), row.inode(), row.key().name()),
                  WireAttributes.of(row.attributes()),
                  EntryRows.of(context.store(), row.key(), row.attributes()))
              .thenCompose(
                  done -> {
                    kept++;
                    return remove(row);
                  });
    }

    /** An existing directory gets its entry as an orphan first, so that it has one entry only. */
    private CompletableFuture<Verdict> placeDirectory(Row row) {
      return headers
          .ask(row.inode(), PartitionIndex.ZEROTH, true)
          .thenCompose(
              zeroth ->
                  zeroth.isPresent()
                      ? subdirectories.isNamedNow(zeroth.owner().parent(), row.inode())
                      : CompletableFuture.completedFuture(zeroth.isAbsent()))
          .thenCompose(
              isSettled -> {
                if (!isSettled) {
                  throw new UncheckedPartException(
                      "directory " + row.inode() + " has to be repaired as an orphan first");
                }
                stale++;
                return remove(row);
              });
    }

    private CompletableFuture<Verdict> remove(Row row) {
      return tasks.change(
          context.view().slotOf(row.directory(), PartitionIndex.ZEROTH),
          commitBatch -> {
            if (row.attributes().equals(context.store().getEntry(row.key()))
                && Holder.of(
                        context.store(),
                        context.view().slots(),
                        row.key().directory(),
                        row.key().position())
                    == null) {
              commitBatch.batch().deleteFile(row.key());
            }
            return Rule.repaired("");
          });
    }
  }
}
