package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An open file: it stays usable, whatever happens to its names, until it is closed or the client's
 * session ends. Safe for use by several threads.
 *
 * <p>A session ends when the client is closed, or has not reached the cluster for longer than the
 * session's lease. Handles then fail with EIO, and their locks and open state are released.
 */
public interface OpenFile extends AutoCloseable {
  InodeId inode();

  /** The attributes at the time of the open. */
  FileAttributes opened();

  /**
   * Whether others had the file open for writing at the time of the open, or may have had; if its
   * bytes are on a volume, they may have written without a change of {@link #opened}.
   */
  default boolean isWrittenByOthers() {
    return false;
  }

  /**
   * A number that changes when any answer about the open file shows that others have changed it:
   * cached bytes from before are stale. It is up to date after an open and after a lock is
   * acquired.
   */
  default long foreignChange() {
    return 0;
  }

  /**
   * A number that changes with each lock that this handle acquires: cached bytes from before may be
   * stale, also because of this client's own writes.
   */
  default long locksTaken() {
    return 0;
  }

  /** fstat(2). */
  CompletableFuture<FileAttributes> stat();

  /** fchmod(2), fchown(2), futimens(2), ftruncate(2); the last needs a writing handle (EINVAL). */
  CompletableFuture<FileAttributes> setAttributes(AttributeChange change);

  /** The same for another caller than the opener, because descriptors can be passed on. */
  CompletableFuture<FileAttributes> setAttributes(Caller by, AttributeChange change);

  /**
   * Extended attributes by descriptor, of a file that has lost its name or has several:
   * fgetxattr(2) and others. They fail with ESTALE while the file has exactly one name; use its
   * path then. For directories always use the path.
   */
  Xattrs xattrs(Caller by);

  /**
   * lseek(2) with SEEK_HOLE or SEEK_DATA: where the next hole begins from an offset on, where the
   * end counts as a hole, or the next data.
   *
   * @return the offset; -1 if there is none, as always from the end on
   */
  CompletableFuture<Long> seek(long offset, boolean toHole);

  /**
   * pread(2): reads until the buffer is full or the file ends. Fails with EBADF on a handle not
   * open for reading, with EISDIR on a directory.
   *
   * <p>Reads and writes of a file on a volume that this client reaches directly block the caller
   * for as long as the volume does, and return a completed future.
   *
   * @param into must not be used before the future completes
   * @return how many bytes were read; 0 at and behind the end
   */
  CompletableFuture<Integer> read(long offset, ByteBuffer into);

  /** Reads without updating the access time. */
  default CompletableFuture<Integer> peek(long offset, ByteBuffer into) {
    return read(offset, into);
  }

  /**
   * pwrite(2): writes the whole buffer. This client's other handles see it at once, other clients
   * after a flush. Where writes are buffered, a later call may report the failure.
   *
   * @param from may be reused once the method has returned
   */
  CompletableFuture<Void> write(long offset, ByteBuffer from);

  /**
   * write(2) with O_APPEND: writes the whole buffer at the file's end at the time of the flush. The
   * bytes of one call stay contiguous.
   */
  CompletableFuture<Void> append(ByteBuffer from);

  /**
   * Appends a part of a contiguous range: these bytes and the next append of this handle stay
   * contiguous, if no other call of this client needs the file's bytes in between, and together
   * they have no more than 1 MiB.
   */
  default CompletableFuture<Void> appendPart(ByteBuffer from) {
    return append(from);
  }

  /**
   * Reserves space up to an offset where a quota counts the file's bytes, for as long as the handle
   * is open; fails with EDQUOT if there is none. The size does not change. Has no effect on a small
   * file, whose bytes servers keep.
   */
  default CompletableFuture<Void> setAside(long end) {
    return CompletableFuture.completedFuture(null);
  }

  /** Flushes writes to where other clients find them when they open the file. */
  CompletableFuture<Void> flush();

  /** fsync(2): flushes, and completes when everything is on disk. */
  CompletableFuture<Void> sync();

  /**
   * Locks a byte range, as fcntl(2) with F_SETLK and F_SETLKW, in place of the owner's earlier
   * locks in it. Shared locks need a reading handle, exclusive ones a writing handle (EBADF).
   *
   * <p>The holder of a lock sees what earlier holders wrote. Acquiring a lock, of either kind,
   * flushes what was written without it, and invalidates cached bytes if others have changed the
   * file. Releasing it flushes what was written under it.
   *
   * @param owner the lock owner: a process's locks do not conflict with each other
   * @param start the first byte
   * @param length how many bytes; 0 for all from the start on
   * @param waits whether to wait for others; if not, a conflict fails with EAGAIN. A deadlock fails
   *     with EDEADLK, a wait past the client's timeout with ETIMEDOUT
   */
  CompletableFuture<Void> lock(long owner, LockType type, long start, long length, boolean waits);

  /** The same with a maximum wait, after which it fails with EAGAIN. */
  CompletableFuture<Void> lock(
      long owner, LockType type, long start, long length, Duration maxWait);

  /** Releases the owner's locks in a byte range: F_UNLCK. */
  CompletableFuture<Void> unlock(long owner, long start, long length);

  /** A lock that conflicts with this one, if there is any: F_GETLK. */
  CompletableFuture<Optional<HeldLock>> findConflict(
      long owner, LockType type, long start, long length);

  /** Locks the whole file for this handle, as flock(2); releases its earlier lock for that. */
  CompletableFuture<Void> flock(LockType type, boolean waits);

  /** The same with a maximum wait, after which it fails with EAGAIN. */
  CompletableFuture<Void> flock(LockType type, Duration maxWait);

  /** Releases the handle's lock of the whole file: LOCK_UN. */
  CompletableFuture<Void> funlock();

  /** Flushes, and closes the handle with its flock(2) lock. Idempotent. */
  CompletableFuture<Void> closeAsync();

  /** How many of the file's current bytes are in the client's data cache. */
  default CompletableFuture<Long> cachedBytes() {
    return CompletableFuture.completedFuture(0L);
  }

  /** Drops the file's bytes from the client's data cache; returns how many there were. */
  default CompletableFuture<Long> dropCached() {
    return CompletableFuture.completedFuture(0L);
  }

  /** Whether the regular file's bytes are on a volume; otherwise servers keep them. */
  default CompletableFuture<Boolean> isOnVolume() {
    return CompletableFuture.completedFuture(true);
  }

  /**
   * Like {@link #closeAsync}, for a caller that does not wait: the close of a file with nothing to
   * flush, no lock and no access time to update may be piggybacked on the next request, or sent
   * some milliseconds later. See {@link AsyncGigaClient#flush}.
   *
   * @return completes when the close is acknowledged
   */
  default CompletableFuture<Void> release() {
    return closeAsync();
  }

  /** Like {@link #closeAsync}, and waits. Failures are reported by that method only. */
  @Override
  void close();

  /**
   * A lock that an owner holds.
   *
   * @param owner as reported by its client
   * @param own whether this client holds it
   * @param length 0 for all from the start on
   */
  record HeldLock(long owner, boolean own, LockType type, long start, long length) {}

  /** Whether the writeback journal has writes of this client to the file that the volume lacks. */
  default boolean hasBacklog() {
    return false;
  }
}
