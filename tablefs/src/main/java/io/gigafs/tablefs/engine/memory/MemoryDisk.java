package io.gigafs.tablefs.engine.memory;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import java.util.EnumMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What engines in memory are opened on: keeps rows from one engine to the next, loses what was not
 * synced when it is told to crash, and fails when it is told to. Safe for use by several threads.
 *
 * <p>One engine at a time has the disk open. A crash closes it as the end of a process would: every
 * later call to it fails.
 */
public final class MemoryDisk {
  /** What can be made to fail. */
  public enum Operation {
    READ,
    WRITE,
    SYNC,
    SORTED_FILE
  }

  private final Map<Operation, Kind> failures = new EnumMap<>(Operation.class);
  private volatile Contents current;
  private Contents synced;
  private long syncs;
  private long changes;

  /** What a crash leaves if it loses only a part, chosen evenly among all writes since the sync. */
  private Contents unsyncedPart;

  private long unsyncedWrites;
  private final @Nullable RandomGenerator losses;
  private volatile long freeBytes = Long.MAX_VALUE;
  private @Nullable MemoryEngine opened;

  /** A disk whose crashes lose all that was not synced. */
  public MemoryDisk() {
    this(Contents.NONE, null);
  }

  /**
   * A disk whose crashes lose a part of what was not synced: the last so many writes, all or none.
   */
  public MemoryDisk(RandomGenerator losses) {
    this(Contents.NONE, losses);
  }

  private MemoryDisk(Contents contents, @Nullable RandomGenerator losses) {
    this.current = contents;
    this.synced = contents;
    this.unsyncedPart = contents;
    this.losses = losses;
  }

  /**
   * An engine on what the disk holds.
   *
   * @throws StoreException if an engine has the disk open
   */
  public synchronized Engine open() {
    if (opened != null) {
      throw new StoreException(Kind.UNUSABLE, "the disk in memory is open already");
    }
    opened = new MemoryEngine(this);
    return opened;
  }

  /**
   * Drops what was not synced, or with a disk that was made so a part of it, and whoever has the
   * disk open.
   */
  public synchronized void crash() {
    current = losses == null || losses.nextBoolean() ? synced : unsyncedPart;
    markSynced();
    changes++;
    killEngine();
  }

  /** Drops whoever has the disk open, and nothing else: the process dies, the machine does not. */
  public synchronized void kill() {
    killEngine();
  }

  private void killEngine() {
    if (opened != null) {
      opened.kill();
      opened = null;
    }
  }

  /** Another disk with what a crash would leave on this one now; this one goes on. */
  public synchronized MemoryDisk copyAsAfterCrash() {
    return new MemoryDisk(synced, null);
  }

  /** Another disk with what is on this one now; this one goes on. */
  public synchronized MemoryDisk copy() {
    return new MemoryDisk(current, null);
  }

  /** Makes an operation fail from now on, without effect; null makes it work again. */
  public synchronized void fail(Operation operation, @Nullable Kind kind) {
    if (kind == null) {
      failures.remove(operation);
    } else {
      failures.put(operation, kind);
    }
  }

  /** How often what is on the disk has changed. */
  public synchronized long changes() {
    return changes;
  }

  /** Makes everything work again. */
  public synchronized void heal() {
    failures.clear();
  }

  /** Says how much space is left; what is written takes none of it. */
  public void setFreeBytes(long bytes) {
    freeBytes = bytes;
  }

  long freeBytes() {
    return freeBytes;
  }

  /** How often the disk was synced. */
  public synchronized long syncs() {
    return syncs;
  }

  Contents read() {
    check(Operation.READ);
    return current;
  }

  synchronized void write(WriteRecords records, boolean sync) {
    check(Operation.WRITE);
    if (sync) {
      check(Operation.SYNC);
    }
    current = current.with(records);
    unsyncedWrites++;
    changes++;
    if (losses != null && losses.nextLong(unsyncedWrites) == 0) {
      unsyncedPart = current;
    }
    if (sync) {
      countSync();
    }
  }

  synchronized void sync() {
    check(Operation.SYNC);
    countSync();
  }

  synchronized void release(MemoryEngine engine) {
    if (opened == engine) {
      opened = null;
    }
  }

  private void countSync() {
    markSynced();
    syncs++;
  }

  private void markSynced() {
    synced = current;
    unsyncedPart = current;
    unsyncedWrites = 0;
  }

  synchronized void check(Operation operation) {
    Kind kind = failures.get(operation);
    if (kind != null) {
      throw new StoreException(kind, "the disk in memory was told to fail: " + operation);
    }
  }
}
