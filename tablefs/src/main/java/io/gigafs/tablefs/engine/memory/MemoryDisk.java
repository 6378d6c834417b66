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
 * The disk of in-memory engines, for tests. It keeps rows from one engine to the next, loses
 * unsynced writes on {@link #crash}, and fails operations on demand.
 *
 * <p>Thread-safe. One engine at a time has the disk open. A crash closes that engine as the end of
 * a process would: every later call to it fails.
 */
public final class MemoryDisk {
  /** Operations that can be made to fail. */
  public enum Operation {
    READ,
    WRITE,
    SYNC,
    SORTED_FILE
  }

  private final Map<Operation, Kind> failures = new EnumMap<>(Operation.class);
  private volatile MemoryContents current;
  private MemoryContents synced;
  private long syncs;
  private long changes;

  /**
   * The state after a crash that loses only a part, chosen uniformly among all writes since the
   * sync.
   */
  private MemoryContents unsyncedPart;

  private long unsyncedWrites;
  private final @Nullable RandomGenerator losses;
  private volatile long freeBytes = Long.MAX_VALUE;
  private @Nullable MemoryEngine opened;

  /** Creates a disk whose crashes lose all unsynced writes. */
  public MemoryDisk() {
    this(MemoryContents.NONE, null);
  }

  /** Creates a disk whose crashes lose all unsynced writes or a random number of the latest. */
  public MemoryDisk(RandomGenerator losses) {
    this(MemoryContents.NONE, losses);
  }

  private MemoryDisk(MemoryContents contents, @Nullable RandomGenerator losses) {
    this.current = contents;
    this.synced = contents;
    this.unsyncedPart = contents;
    this.losses = losses;
  }

  /**
   * Opens an engine on this disk.
   *
   * @throws StoreException if an engine has the disk open
   */
  public synchronized Engine open() {
    if (opened != null) {
      throw new StoreException(Kind.UNUSABLE, "the in-memory disk is open already");
    }
    opened = new MemoryEngine(this);
    return opened;
  }

  /**
   * Crashes the machine: drops unsynced writes, or a part of them on a disk with random losses, and
   * kills the engine that has the disk open.
   */
  public synchronized void crash() {
    current = losses == null || losses.nextBoolean() ? synced : unsyncedPart;
    markSynced();
    changes++;
    killEngine();
  }

  /**
   * Kills the engine that has the disk open, and loses no write: the process dies, the machine does
   * not.
   */
  public synchronized void kill() {
    killEngine();
  }

  private void killEngine() {
    if (opened != null) {
      opened.kill();
      opened = null;
    }
  }

  /** A new disk with the contents that a crash would leave now. This disk is unchanged. */
  public synchronized MemoryDisk copyAsAfterCrash() {
    return new MemoryDisk(synced, null);
  }

  /** A new disk with the current contents. This disk is unchanged. */
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

  /** Number of changes of the contents. */
  public synchronized long changes() {
    return changes;
  }

  /** Makes all operations work again. */
  public synchronized void heal() {
    failures.clear();
  }

  /** Sets the free space. Writes do not reduce it. */
  public void setFreeBytes(long bytes) {
    freeBytes = bytes;
  }

  long freeBytes() {
    return freeBytes;
  }

  /** Number of syncs. */
  public synchronized long syncs() {
    return syncs;
  }

  MemoryContents read() {
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
      throw new StoreException(kind, "the in-memory disk is set up to fail: " + operation);
    }
  }
}
