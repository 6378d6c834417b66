package io.gigafs.volume;

import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An object that is synced to disk while it is being written: in the background, after each
 * extension by {@value #STEP_BYTES} bytes. So disk and writer work in parallel, the final sync
 * waits only for the rest, and a crash of the machine loses little. Overwrites are left to the
 * operating system.
 *
 * <p>Safe for use by several threads. The kernel reports a failed write to a descriptor only once,
 * so a failure of a background sync is kept and thrown by the next {@link #sync}.
 */
public final class EarlySyncedObject implements VolumeObject {
  static final long STEP_BYTES = 32 << 20;

  private final VolumeObject object;
  private final EarlySyncs syncs;
  private final Executor threads;

  /** The end of the last byte written through this object. */
  private final AtomicLong end = new AtomicLong();

  /** The bytes by which it was extended since the last sync started. */
  private final AtomicLong grownBytes = new AtomicLong();

  private final AtomicBoolean isSyncing = new AtomicBoolean();

  /** Held during a sync: of two concurrent syncs, either might receive a failure. */
  private final Object disk = new Object();

  /** Guarded by {@link #disk}. */
  private @Nullable VolumeException unreportedFailure;

  private volatile boolean hasUnreportedFailure;

  EarlySyncedObject(VolumeObject object, EarlySyncs syncs, Executor threads) {
    this.object = object;
    this.syncs = syncs;
    this.threads = threads;
  }

  @Override
  public int read(long offset, ByteBuffer into) throws VolumeException {
    return object.read(offset, into);
  }

  @Override
  public void write(long offset, ByteBuffer from) throws VolumeException {
    int length = from.remaining();
    object.write(offset, from);
    long newEnd = offset + length;
    long oldEnd = end.getAndAccumulate(newEnd, Math::max);
    if (newEnd > oldEnd) {
      long grown = grownBytes.addAndGet(newEnd - Math.max(offset, oldEnd));
      if (grown >= STEP_BYTES) {
        syncEarly();
      }
    }
  }

  private void syncEarly() {
    if (!isSyncing.compareAndSet(false, true)) {
      return;
    }
    boolean begun = false;
    try {
      if (syncs.begin()) {
        try {
          threads.execute(this::syncNow);
          begun = true;
        } catch (RejectedExecutionException e) {
          syncs.end(); // the process is stopping; the final sync covers these bytes
        }
      }
    } finally {
      if (!begun) {
        isSyncing.set(false);
      }
    }
  }

  private void syncNow() {
    grownBytes.set(0);
    try {
      synchronized (disk) {
        try {
          object.sync();
        } catch (VolumeException e) {
          unreportedFailure = e;
          hasUnreportedFailure = true;
        }
      }
    } finally {
      isSyncing.set(false);
      syncs.end();
    }
  }

  /** Whether a background sync failed, and the failure was not thrown yet. */
  public boolean hasUnreportedFailure() {
    return hasUnreportedFailure;
  }

  @Override
  public void truncate(long size) throws VolumeException {
    object.truncate(size);
  }

  @Override
  public long seek(long offset, boolean toHole) throws VolumeException {
    return object.seek(offset, toHole);
  }

  @Override
  public ObjectStatus status() throws VolumeException {
    return object.status();
  }

  @Override
  public void sync() throws VolumeException {
    synchronized (disk) {
      VolumeException failure = unreportedFailure;
      if (failure != null) {
        unreportedFailure = null;
        hasUnreportedFailure = false;
        throw failure;
      }
      object.sync();
    }
  }

  @Override
  public void close() {
    synchronized (disk) {
      object.close();
    }
  }
}
