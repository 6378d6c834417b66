package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.PartitionId;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.HeaderFacts;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.HeaderOwner;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Scans the entries of a store. Thread-safe. */
final class EntryScan {
  private static final int MAX_ROWS = 8_192;

  private final ServerContext context;
  private final Headers headers;

  EntryScan(ServerContext context, Headers headers) {
    this.context = context;
    this.headers = headers;
  }

  CompletableFuture<ScanPortion> scan(ScanCursor<CheckStage> cursor) {
    Scan scan = new Scan(cursor);
    scan.run();
    return scan.checkDirectories();
  }

  /** A directory's entry. */
  private record Subdirectory(Holder in, Name name, Attributes attributes) {
    InodeId id() {
      return new InodeId(attributes.inode());
    }
  }

  /** The scan of one portion. */
  private final class Scan {
    private final ScanCursor<CheckStage> cursor;
    private final ScanPortion portion = new ScanPortion();
    private final List<Subdirectory> subdirectories = new ArrayList<>();
    private @Nullable Holder holder;
    private @Nullable EntryKey firstStray;
    private @Nullable EntryKey lastStray;
    private @Nullable EntryKey last;
    private int rows;

    Scan(ScanCursor<CheckStage> cursor) {
      this.cursor = cursor;
    }

    void run() {
      try {
        context.store().scanAllEntries(cursor.entry(), this::look);
        portion.resumesAt(
            last == null || rows < MAX_ROWS ? cursor.nextStage() : cursor.behind(last.encoded()));
      } catch (CorruptRowException e) {
        portion.suspect(DamagedRow.suspect(e));
        portion.resumesAt(cursor.behind(RowKeys.entry(e.key()).encoded()));
      } catch (StoreException e) {
        portion.unchecked("entries: " + e.getMessage());
        portion.resumesAt(cursor.nextStage());
      }
      endStrays();
    }

    private boolean look(EntryKey key, Attributes attributes) {
      last = key;
      rows++;
      portion.countEntry();
      Holder known = holder;
      if (known == null || !known.holds(key.directory(), key.position())) {
        known = Holder.of(context.store(), context.view().slots(), key.directory(), key.position());
        holder = known;
        if (known != null || firstStray == null || firstStray.directory() != key.directory()) {
          endStrays();
        }
      }
      Name name = RowKeys.name(key);
      if (name == null) {
        portion.suspect(DamagedRow.suspect(key));
      } else if (EntryRows.flaw(context.store(), key, attributes) != null) {
        portion.suspect(DamagedRow.suspect(key)); // it has no right place
      } else if (name.position().value() != key.position()) {
        portion.suspect(
            Suspects.row(
                FindingKind.MISPLACED_ENTRY,
                new InodeId(key.directory()),
                name,
                new Position(key.position())));
      } else if (known == null) {
        firstStray = firstStray == null ? key : firstStray;
        lastStray = key;
      } else if (attributes.type() == FileType.DIRECTORY) {
        subdirectories.add(new Subdirectory(known, name, attributes));
      }
      return rows < MAX_ROWS;
    }

    private void endStrays() {
      EntryKey first = firstStray;
      EntryKey end = lastStray;
      if (first != null && end != null) {
        portion.suspect(
            Suspects.rows(
                FindingKind.STRAY_ENTRIES,
                new InodeId(first.directory()),
                new Position(first.position()),
                new Position(end.position())));
      }
      firstStray = null;
      lastStray = null;
    }

    /** Checks whether each directory exists and matches its entry. */
    CompletableFuture<ScanPortion> checkDirectories() {
      Set<PartitionId> zeroth = new LinkedHashSet<>();
      for (Subdirectory each : subdirectories) {
        zeroth.add(new PartitionId(each.id(), PartitionIndex.ZEROTH));
      }
      return headers
          .ask(zeroth, false)
          .handle(
              (found, failure) -> {
                if (failure != null) {
                  portion.unchecked(Checker.reason(failure));
                } else {
                  for (Subdirectory each : subdirectories) {
                    look(
                        each,
                        found.getOrDefault(
                            new PartitionId(each.id(), PartitionIndex.ZEROTH), HeaderFacts.ABSENT));
                  }
                }
                return portion;
              });
    }

    /** If a directory has split, the rules examine all of its partitions. */
    private void look(Subdirectory entry, HeaderFacts zeroth) {
      if (zeroth.isAbsent()) {
        portion.suspect(suspect(FindingKind.DANGLING_ENTRY, entry));
      } else if (zeroth.isPresent()) {
        boolean hasSplit = zeroth.map().size() > 1;
        if (hasSplit) {
          portion.suspect(suspect(FindingKind.LOST_PARTITION, entry));
        }
        if (hasSplit || hasAcls(entry) || DirectoryRule.differs(zeroth, factsOf(entry))) {
          portion.suspect(suspect(FindingKind.WRONG_COPY, entry));
        }
      }
    }

    private static boolean hasAcls(Subdirectory entry) {
      return (entry.attributes().marks() & (Attributes.ACL | Attributes.DEFAULT_ACL)) != 0;
    }

    /** Facts without ACLs: these are read when a suspect is examined. */
    private static DirectoryFacts factsOf(Subdirectory entry) {
      return DirectoryFacts.of(
              entry.in().directory(),
              entry.attributes().mode(),
              entry.attributes().uid(),
              entry.attributes().gid())
          .withBorn(entry.attributes().bornNanos())
          .withFlags(HeaderOwner.flagsOf(entry.attributes().marks()));
    }

    private Finding suspect(FindingKind kind, Subdirectory entry) {
      return Suspects.entry(
          kind,
          context.view(),
          entry.in().directory(),
          entry.in().index(),
          entry.name(),
          entry.attributes().inode());
    }
  }
}
