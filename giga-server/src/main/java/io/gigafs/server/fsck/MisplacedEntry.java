package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.fsck.AdoptRequest.EntryAttachments;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.time.FileTimestamp;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An entry at a position that is not that of its name, where lookups do not find it. */
final class MisplacedEntry implements Rule {
  private final CheckTasks tasks;
  private final ServerContext context;
  private final NameQueries names;

  MisplacedEntry(CheckTasks tasks, NameQueries names) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.names = names;
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
                    "it is at position "
                        + suspect.first()
                        + ", its name belongs at "
                        + name.position())));
  }

  /**
   * Moves the entry to its proper position if the name is free there, and to /lost+found if an
   * older entry has the name, or if the directory does not exist. If a newer one or the same inode
   * has it, this entry is a stale copy.
   */
  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    Name name = Objects.requireNonNull(finding.name(), "an entry has a name");
    EntryKey key = EntryKey.of(finding.directory().value(), finding.first().value(), name.bytes());
    @Nullable Attributes entry = context.store().getEntry(key);
    Holder holder =
        Holder.of(context.store(), context.view().slots(), key.directory(), key.position());
    if (entry == null) {
      return CompletableFuture.completedFuture(Rule.changed());
    }
    return names
        .find(finding.directory(), name)
        .thenCompose(known -> place(key, name, entry, known, lostAndFound))
        .thenCompose(place -> remove(key, entry, holder, place));
  }

  private CompletableFuture<String> place(
      EntryKey key,
      Name name,
      Attributes entry,
      Optional<FileAttributes> known,
      InodeId lostAndFound) {
    InodeId directory = new InodeId(key.directory());
    FileAttributes attributes = WireAttributes.of(entry);
    EntryAttachments entryAttachments = EntryRows.of(context.store(), key, entry);
    if (known.isEmpty()) {
      return names
          .adoptIfExists(directory, name, attributes, entryAttachments)
          .thenCompose(
              exists ->
                  exists
                      ? CompletableFuture.completedFuture("it was moved to its proper position")
                      : toLostAndFound(
                          directory, name, attributes, entryAttachments, lostAndFound));
    }
    if (known.get().inode().equals(attributes.inode())
        || !FileTimestamp.isAfter(attributes.changedNanos(), known.get().changedNanos())) {
      return CompletableFuture.completedFuture("it was a stale copy and was removed");
    }
    return toLostAndFound(directory, name, attributes, entryAttachments, lostAndFound);
  }

  private CompletableFuture<String> toLostAndFound(
      InodeId directory,
      Name name,
      FileAttributes attributes,
      EntryAttachments entryAttachments,
      InodeId lostAndFound) {
    return names
        .adopt(
            lostAndFound,
            NameQueries.lost(directory, attributes.inode(), name.bytes()),
            attributes,
            entryAttachments)
        .thenApply(done -> "it is in /lost+found now");
  }

  private CompletableFuture<Verdict> remove(
      EntryKey key, Attributes entry, @Nullable Holder holder, String place) {
    InodeId directory = new InodeId(key.directory());
    PartitionIndex index = holder == null ? PartitionIndex.ZEROTH : holder.index();
    int slot = context.view().slotOf(directory, index);
    return tasks.change(
        slot,
        commitBatch -> {
          if (!entry.equals(context.store().getEntry(key))) {
            return Rule.changed();
          }
          commitBatch.batch().deleteFile(key);
          @Nullable PartitionState partition =
              context.lanes().of(slot).partitions().find(directory, index);
          if (partition != null && partition.range().equals(rangeOf(holder))) {
            partition.entryRemoved(commitBatch, entry);
          }
          return Rule.repaired(place);
        });
  }

  private static @Nullable EntryRange rangeOf(@Nullable Holder holder) {
    return holder == null
        ? null
        : new EntryRange(
            holder.directory().value(),
            holder.range().first().value(),
            holder.range().last().value());
  }
}
