package io.gigafs.server.data;

import io.gigafs.cluster.ClusterView;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.VolumeException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves one file's bytes to another volume:
 *
 * <ol>
 *   <li>on its lane, if the file has no writer, and no client that has it open uses its object for
 *       good: a new object is queued for deletion, which the reclaimer ignores while the copy is
 *       {@linkplain CopiesUnderWay in progress};
 *   <li>off the lanes, the bytes are copied there and synced;
 *   <li>in another commit batch, if the file is unchanged: in one batch the new object becomes the
 *       file's and leaves the queue, and the old one is queued.
 * </ol>
 *
 * <p>So a crash leaves the file with one of the two objects, and the other one queued. Thread-safe.
 */
public final class FileMover {
  private static final Logger LOG = LoggerFactory.getLogger(FileMover.class);
  private static final int PERMISSIONS = 0777;

  private final ServerContext context;
  private final ServerVolumes volumes;
  private final Placer placer;
  private final CopiesUnderWay copies;
  private final Measures measures;

  /** After each failure the next file goes to the next volume. */
  private final AtomicInteger failures = new AtomicInteger();

  public FileMover(ServerContext context, ServerVolumes volumes, Placer placer, Measures measures) {
    this.context = context;
    this.volumes = volumes;
    this.placer = placer;
    this.measures = measures;
    this.copies = volumes.copies();
  }

  /** The outcome for an object. */
  enum Outcome {
    /** The object belongs to no file any more: the file was moved or removed. */
    GONE,
    /** The object has to stay for now. */
    LATER
  }

  /** A move in progress, with the file's state at its start. */
  private record Move(
      PartitionState partition,
      Name name,
      Attributes file,
      VolumeObjectRow row,
      DataLocation to,
      CompletableFuture<Outcome> outcome) {
    /** Whether the file is unchanged since the copy began; access times do not count. */
    boolean isAsBefore(Attributes now, VolumeObjectRow nowRow) {
      return nowRow.equals(row) && now.equals(file.withAccessed(now.accessedNanos()));
    }

    private boolean isExposed() {
      return file.has(Attributes.EXPOSED);
    }

    /** Damaged bytes are not moved: they may still be recovered where they are. */
    void check(ObjectCopier.Copied copied) throws VolumeException {
      Integer crc = row.crc();
      boolean isWhole =
          isExposed()
              || (copied.source().size() == file.size() && (crc == null || crc == copied.crc()));
      if (!isWhole) {
        throw new VolumeException(
            VolumeException.Kind.IO,
            row.location() + " does not have the recorded size or checksum: see: giga fsck --data",
            null);
      }
    }

    @Nullable Integer crcOf(ObjectCopier.Copied copied) {
      return isExposed() ? null : Integer.valueOf(copied.crc());
    }
  }

  /** Moves a file if that is possible now; completes on any thread. */
  CompletableFuture<Outcome> move(int volume, KnownObject object) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    InodeId directory = object.directory();
    Name name = Name.of(object.name());
    DataLocation from = new DataLocation(volume, object.path());
    ask(
        directory,
        name,
        0,
        outcome,
        (partition, commitBatch) -> begin(partition, name, from, outcome, commitBatch));
    return outcome;
  }

  /** Finds the name's partition among those of this server, from depth 0 on. */
  private void ask(
      InodeId directory,
      Name name,
      int depth,
      CompletableFuture<Outcome> outcome,
      BiConsumer<PartitionState, CommitBatch> then) {
    ClusterView view = context.view().get();
    int next = nextDepth(name, depth);
    PartitionIndex index = indexAt(name, depth);
    int slot = view.slotOf(directory, index);
    Lane lane = context.lanes().of(slot);
    lane.submit(
        commitBatch -> {
          try {
            PartitionState found =
                lane.gate().state(slot).serves() ? lane.partitions().find(directory, index) : null;
            if (found != null && found.owns(name)) {
              then.accept(found, commitBatch);
            } else if (next > PartitionIndex.MAX_DEPTH) {
              outcome.complete(Outcome.LATER);
            } else {
              ask(directory, name, next, outcome, then);
            }
          } catch (StoreException e) {
            outcome.completeExceptionally(e);
          }
        });
  }

  private static PartitionIndex indexAt(Name name, int depth) {
    return new PartitionIndex((int) (name.hash() & ((1L << depth) - 1)));
  }

  /** The next depth at which the name would be in another partition. */
  private static int nextDepth(Name name, int depth) {
    int next = depth + 1;
    while (next <= PartitionIndex.MAX_DEPTH && indexAt(name, next).equals(indexAt(name, depth))) {
      next++;
    }
    return next;
  }

  private void begin(
      PartitionState partition,
      Name name,
      DataLocation from,
      CompletableFuture<Outcome> outcome,
      CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(name);
    Attributes file = commitBatch.batch().getEntry(key);
    if (file == null || !isAt(from, key, file, commitBatch)) {
      outcome.complete(Outcome.GONE);
      return;
    }
    List<Integer> candidates =
        volumes.chooser().candidates(partition.directory(), partition.index());
    if (candidates.isEmpty() || hasToStay(partition, name, file)) {
      measures.settleSoon(partition, name, file, commitBatch);
      outcome.complete(Outcome.LATER);
      return;
    }
    int volume = candidates.get(Math.floorMod(failures.get(), candidates.size()));
    DataLocation to = placer.place(partition, name, volume, commitBatch);
    Move move =
        new Move(partition, name, file, StoredFiles.row(commitBatch.batch(), key), to, outcome);
    copies.begin(to);
    commitBatch.batch().putReclaim(to.encode());
    commitBatch.onFailure(() -> end(move, Outcome.LATER));
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.DRAIN_QUEUED);
          context.syncs().sync(failure -> copy(move, failure));
        });
  }

  private static boolean isAt(
      DataLocation from, EntryKey key, Attributes file, CommitBatch commitBatch) {
    return StoredFiles.isStored(file)
        && StoredFiles.row(commitBatch.batch(), key).location().equals(from);
  }

  /**
   * Whether the file cannot be moved now. An exposed file is always unsettled; a write to it is
   * detected by the copy.
   */
  private static boolean hasToStay(PartitionState partition, Name name, Attributes file) {
    OpenState openState = partition.openState().find(name);
    return partition.isBlocked(name)
        || partition.isUndecided(name)
        || (openState != null && !openState.mayChangeObject())
        || (file.has(Attributes.UNSETTLED) && !file.has(Attributes.EXPOSED));
  }

  private void copy(Move move, @Nullable StoreException failure) {
    if (failure != null) {
      end(move, Outcome.LATER);
      return;
    }
    context.reached(CrashPoint.DRAIN_QUEUE_DURABLE);
    try {
      volumes.threadsOf(move.to().volume()).execute(() -> copy(move));
    } catch (RejectedExecutionException e) {
      LOG.debug("the server is stopping, {} is not moved", move.row().location(), e);
      end(move, Outcome.LATER);
    }
  }

  private void copy(Move move) {
    DataLocation from = move.row().location();
    DataLocation to = move.to();
    Attributes file = move.file();
    try {
      ObjectCopier.Copied copied =
          ObjectCopier.copy(
              volumes.open(from.volume()),
              from.path(),
              volumes.open(to.volume()),
              to.path(),
              new ObjectOwner(file.uid(), file.gid(), file.mode() & PERMISSIONS));
      context.reached(CrashPoint.DRAIN_COPIED);
      move.check(copied);
      ask(
          move.partition().directory(),
          move.name(),
          0,
          move.outcome(),
          (partition, commitBatch) -> change(move, copied, partition, commitBatch));
      move.outcome().whenComplete((outcome, failed) -> copies.end(to));
    } catch (VolumeException e) {
      failures.incrementAndGet();
      LOG.warn("{} is not moved yet, trying again later: {}", from, e.getMessage());
      end(move, Outcome.LATER);
    } catch (RuntimeException e) {
      copies.end(to);
      move.outcome().completeExceptionally(e);
    }
  }

  private void change(
      Move move, ObjectCopier.Copied copied, PartitionState partition, CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(move.name());
    Attributes file = commitBatch.batch().getEntry(key);
    if (file == null || !isAt(move.row().location(), key, file, commitBatch)) {
      move.outcome().complete(Outcome.GONE);
      return;
    }
    VolumeObjectRow row = StoredFiles.row(commitBatch.batch(), key);
    if (hasToStay(partition, move.name(), file) || !move.isAsBefore(file, row)) {
      move.outcome().complete(Outcome.LATER);
      return;
    }
    VolumeObjectRow moved =
        new VolumeObjectRow(move.to(), copied.copy().modifiedNanos(), move.crcOf(copied));
    Attributes measured = StoredFiles.measured(file, row, copied.source());
    if (!measured.equals(file)) {
      commitBatch.batch().putEntry(key, measured);
      partition.entryChanged(commitBatch, file, measured);
    }
    commitBatch.batch().putInline(key, moved.encode());
    commitBatch.batch().deleteReclaim(move.to().encode());
    commitBatch.batch().putReclaim(row.location().encode());
    commitBatch.onFailure(() -> move.outcome().complete(Outcome.LATER));
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.DRAIN_COMMITTED);
          LOG.debug("{} is now {}", row.location(), move.to());
          move.outcome().complete(Outcome.GONE);
        });
  }

  private void end(Move move, Outcome outcome) {
    copies.end(move.to());
    move.outcome().complete(outcome);
  }

  /**
   * Objects that are queued for deletion but must not be deleted yet: copies of files' objects.
   * They are queued in case this server crashes before they become the files'. Thread-safe.
   *
   * <p>A copy is registered from before it is queued until it has left the queue or is abandoned.
   * So a reader that first takes the registered copies and then reads the queue finds no copy there
   * that has become a file's without being registered.
   */
  static final class CopiesUnderWay {
    private final Set<DataLocation> copies = ConcurrentHashMap.newKeySet();

    void begin(DataLocation copy) {
      copies.add(copy);
    }

    void end(DataLocation copy) {
      copies.remove(copy);
    }

    /** The copies that are registered now. */
    Set<DataLocation> now() {
      return Set.copyOf(copies);
    }
  }
}
