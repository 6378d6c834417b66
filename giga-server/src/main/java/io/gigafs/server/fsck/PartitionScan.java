package io.gigafs.server.fsck;

import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.PartitionId;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.HeaderFacts;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.SlotState;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoreException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Scans the partitions whose headers are in a store. Thread-safe. */
final class PartitionScan {
  private static final int MAX_PARTITIONS = 256;
  private static final int KEY_BYTES = 12;

  /** Number of counted entries after which a portion ends. */
  private static final long MAX_COUNTED = 65_536;

  private final CheckTasks tasks;
  private final ServerContext context;
  private final Headers headers;
  private final Subdirectories subdirectories;

  PartitionScan(CheckTasks tasks, Headers headers, Subdirectories subdirectories) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.headers = headers;
    this.subdirectories = subdirectories;
  }

  CompletableFuture<ScanPortion> scan(ScanCursor<CheckStage> cursor) {
    Scan scan = new Scan(cursor);
    scan.run();
    List<CompletableFuture<?>> asked = new ArrayList<>();
    scan.directories.forEach((parent, all) -> asked.add(scan.checkNamed(parent, all)));
    asked.add(scan.checkChildren());
    return Futures.allOf(asked).thenApply(done -> scan.portion);
  }

  private static byte[] encode(PartitionKey key) {
    return ByteBuffer.allocate(KEY_BYTES)
        .putShort((short) key.slot())
        .putLong(key.directory())
        .putShort((short) key.index())
        .array();
  }

  private static @Nullable PartitionKey decode(ScanCursor<CheckStage> cursor) {
    if (cursor.isAtStart()) {
      return null;
    }
    if (cursor.after().length < KEY_BYTES) {
      throw new ScanCursor.NoCursorException();
    }
    ByteBuffer in = ByteBuffer.wrap(cursor.after());
    return new PartitionKey(
        Short.toUnsignedInt(in.getShort()), in.getLong(), Short.toUnsignedInt(in.getShort()));
  }

  /**
   * The scan of one portion. Answers of other servers arrive one after the other: guarded by
   * itself.
   */
  private final class Scan {
    private final ScanCursor<CheckStage> cursor;
    private final long beganNanos = context.clock().nanos();
    private final ScanPortion portion = new ScanPortion();
    private final Map<InodeId, List<InodeId>> directories = new LinkedHashMap<>();
    private final Map<PartitionId, List<PartitionKey>> childrenOf = new LinkedHashMap<>();
    private final List<PartitionKey> read = new ArrayList<>();
    private final List<PartitionHeader> readHeaders = new ArrayList<>();

    Scan(ScanCursor<CheckStage> cursor) {
      this.cursor = cursor;
    }

    void run() {
      byte[] next = readHeaders();
      long counted = 0;
      for (int i = 0; i < read.size(); i++) {
        PartitionKey key = read.get(i);
        portion.countPartition();
        counted += look(key, readHeaders.get(i));
        if (counted > MAX_COUNTED && i < read.size() - 1) {
          next = cursor.behind(encode(key));
          break;
        }
      }
      portion.resumesAt(next);
    }

    /** Reads some headers, and returns where to continue. */
    private byte[] readHeaders() {
      try {
        context
            .store()
            .scanAllPartitions(
                decode(cursor),
                (key, header) -> {
                  read.add(key);
                  readHeaders.add(header);
                  return read.size() < MAX_PARTITIONS;
                });
      } catch (CorruptRowException e) {
        portion.suspect(DamagedRow.suspect(e));
        if (e.key().length == KEY_BYTES) {
          return cursor.behind(e.key());
        }
        portion.unchecked("the partitions behind a row whose key cannot be read");
        return cursor.nextStage();
      } catch (StoreException e) {
        portion.unchecked("partitions: " + e.getMessage());
        return cursor.nextStage();
      }
      return read.size() < MAX_PARTITIONS
          ? cursor.nextStage()
          : cursor.behind(encode(read.get(read.size() - 1)));
    }

    /** Checks a header by itself; returns the number of entries that it counted for that. */
    private long look(PartitionKey key, PartitionHeader header) {
      if (!DamagedRow.isInPlace(context, key)) {
        portion.suspect(DamagedRow.suspect(key));
        return 0;
      }
      DamagedRow.Shape shape;
      try {
        shape = DamagedRow.shape(key, header);
      } catch (IllegalArgumentException e) {
        portion.suspect(DamagedRow.suspect(key));
        return 0;
      }
      if (tasks.isMoving(key.slot())) {
        return 0;
      }
      if (context.view().state(key.slot()) == SlotState.ABSENT) {
        portion.suspect(Suspects.partition(FindingKind.FOREIGN_PARTITION, key));
        return 0;
      }
      if (!shape.isSound()) {
        portion.suspect(Suspects.partition(FindingKind.WRONG_DEPTH, key));
      }
      if (header.state() == PartitionHeader.State.ACTIVE) {
        noteRelatives(key, header, shape.partition());
      } else {
        portion.suspect(Suspects.partition(FindingKind.UNSETTLED_PARTITION, key));
      }
      return header.clean() ? count(key, header, shape.partition().range()) : 0;
    }

    private void noteRelatives(PartitionKey key, PartitionHeader header, Partition partition) {
      InodeId directory = new InodeId(key.directory());
      if (key.index() != 0) {
        childrenOf
            .computeIfAbsent(
                new PartitionId(directory, partition.index().parent()), none -> new ArrayList<>())
            .add(key);
      } else if (!directory.equals(InodeId.SUPER_ROOT) && !isPlaceOfFile(directory, header)) {
        directories
            .computeIfAbsent(new InodeId(header.parent()), none -> new ArrayList<>())
            .add(directory);
      }
    }

    /** An inode record has no entry like a directory's; its names may be anywhere. */
    private static boolean isPlaceOfFile(InodeId directory, PartitionHeader header) {
      return header.parent() == InodeId.SUPER_ROOT.value() && !directory.equals(InodeId.ROOT);
    }

    private long count(PartitionKey key, PartitionHeader header, PositionRange range) {
      try {
        EntryCounts counted =
            context
                .store()
                .countEntries(
                    new EntryRange(key.directory(), range.first().value(), range.last().value()));
        if (counted.entries() != header.entries()
            || counted.directories() != header.directories()) {
          portion.suspect(Suspects.partition(FindingKind.WRONG_COUNTS, key));
        }
        return counted.entries();
      } catch (StoreException e) {
        portion.unchecked("counts of a partition: " + e.getMessage());
        return MAX_COUNTED;
      }
    }

    CompletableFuture<?> checkNamed(InodeId parent, List<InodeId> all) {
      return subdirectories
          .withoutEntry(parent, all, beganNanos)
          .handle(
              (missing, failure) -> {
                synchronized (this) {
                  if (failure != null) {
                    portion.unchecked(Checker.reason(failure));
                  } else {
                    missing.forEach(this::suspectOrphan);
                  }
                }
                return null;
              });
    }

    private void suspectOrphan(InodeId directory) {
      portion.suspect(
          Suspects.partition(
              FindingKind.ORPHANED_DIRECTORY,
              new PartitionKey(
                  context.view().slotOf(directory, PartitionIndex.ZEROTH), directory.value(), 0)));
    }

    /** Checks whether each partition is known to the one that it was split from. */
    CompletableFuture<?> checkChildren() {
      return headers
          .ask(childrenOf.keySet(), false)
          .handle(
              (found, failure) -> {
                synchronized (this) {
                  if (failure != null) {
                    portion.unchecked(Checker.reason(failure));
                  } else {
                    childrenOf.forEach(
                        (parent, children) ->
                            suspectUnnamed(
                                found.getOrDefault(parent, HeaderFacts.ABSENT), children));
                  }
                }
                return null;
              });
    }

    private void suspectUnnamed(HeaderFacts parent, List<PartitionKey> children) {
      for (PartitionKey child : children) {
        if (!parent.isPresent() || !parent.map().contains(new PartitionIndex(child.index()))) {
          portion.suspect(Suspects.partition(FindingKind.UNNAMED_PARTITION, child));
        }
      }
    }
  }
}
