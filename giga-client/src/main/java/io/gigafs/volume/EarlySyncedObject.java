package io.gigafs.volume;

import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An object whose bytes begin their way to the disk while more are written: it is synced in the
 * background each time that it has grown by {@value #STEP_BYTES} bytes. So disk and writer work
 * side by side, whoever syncs at the end waits for the rest only, and little is lost if a machine
 * dies. What is written again where something was before is left to the operating system.
 *
 * <p>Safe for use by several threads. The kernel tells a descriptor of a write that failed once: a
 * failure that a sync in the background was told is kept, and told by the next {@link #sync}.
 */
public final class EarlySyncedObject implements VolumeObject {
  static final long STEP_BYTES = 32 << 20;

  private final VolumeObject object;
  private final EarlySyncs syncs;
  private final Executor threads;

  /** Behind the last byte that was written here. */
  private final AtomicLong end = new AtomicLong();

  /** By how much it has grown since a sync began. */
  private final AtomicLong grownBytes = new AtomicLong();

  private final AtomicBoolean isSyncing = new AtomicBoolean();

  /** Held for the length of a sync: of two at a time, either might be told of a failure. */
  private final Object disk = new Object();

  /** Guarded by {@link #disk}. */
  private @Nullable VolumeException untold;

  private volatile boolean owesFailure;

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
          syncs.end(); // the process is stopping; whoever wants the bytes on the disk syncs
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
          untold = e;
          owesFailure = true;
        }
      }
    } finally {
      isSyncing.set(false);
      syncs.end();
    }
  }

  /** Whether a sync in the background failed, and nobody was told. */
  public boolean owesFailure() {
    return owesFailure;
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
      VolumeException failure = untold;
      if (failure != null) {
        untold = null;
        owesFailure = false;
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
