package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.LockType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A file that is open: it stays usable, whatever becomes of its names, until it is closed or the
 * client's session ends. Safe for use by several threads.
 *
 * <p>A session ends when the client is closed, or has not reached the cluster for longer than the
 * session's lease; handles then fail with EIO, and what they held is given up.
 */
public interface OpenFile extends AutoCloseable {
  InodeId inode();

  /** The attributes that the file had when it was opened. */
  FileAttributes opened();

  /**
   * Whether others had the file open to write it when it was opened, or may have had, and where it
   * lies they may have written without {@link #opened} telling.
   */
  default boolean isWrittenByOthers() {
    return false;
  }

  /**
   * Another number once this client has found, by whatever answer about the open file, that others
   * have changed it: what somebody remembers of bytes that were read before is old then. A lock
   * that was taken, and an opening, make it the right one.
   */
  default long foreignChange() {
    return 0;
  }

  /**
   * Another number after each lock that was taken by this handle: what somebody remembers of bytes
   * that were read before may be old, also by what this client wrote.
   */
  default long locksTaken() {
    return 0;
  }

  /** fstat(2). */
  CompletableFuture<FileAttributes> stat();

  /**
   * fchmod(2), fchown(2), futimens(2), ftruncate(2); the last takes a handle that writes (EINVAL).
   */
  CompletableFuture<FileAttributes> setAttributes(AttributeChange change);

  /** Likewise, for somebody else than who opened it: descriptors are handed on. */
  CompletableFuture<FileAttributes> setAttributes(Caller by, AttributeChange change);

  /**
   * Extended attributes of a file that has lost its name, or has several, for somebody who has the
   * descriptor: fgetxattr(2) and others. They fail with ESTALE while it has but one name: it is
   * asked by its path then. Directories always are.
   */
  Xattrs xattrs(Caller by);

  /**
   * lseek(2) with SEEK_HOLE or SEEK_DATA: where the next hole begins from an offset on, as which
   * the end counts too, or the next data.
   *
   * @return the place; -1 if there is none, as always from the end on
   */
  CompletableFuture<Long> seek(long offset, boolean toHole);

  /**
   * pread(2): reads until the buffer is full or the file ends. Fails with EBADF on a handle that
   * does not read, with EISDIR on a directory.
   *
   * <p>Reads and writes of a file on a volume that this client reaches by itself block the caller
   * for as long as the volume does; the future that they return is done.
   *
   * @param into not to be touched before the future is done
   * @return how many bytes were read; 0 at and behind the end
   */
  CompletableFuture<Integer> read(long offset, ByteBuffer into);

  /** Reads without noting an access to the file. */
  default CompletableFuture<Integer> peek(long offset, ByteBuffer into) {
    return read(offset, into);
  }

  /**
   * pwrite(2): writes all of the buffer. This client's other handles see it at once, other clients
   * once it was flushed. Where writes are buffered, a failure may come with a later call.
   *
   * @param from may be used again once the method has returned
   */
  CompletableFuture<Void> write(long offset, ByteBuffer from);

  /**
   * write(2) with O_APPEND: writes all of the buffer at the file's end, wherever that is when it is
   * flushed. No bytes of others come between those of one call.
   */
  CompletableFuture<Void> append(ByteBuffer from);

  /**
   * Appends a part of what is to be at one place: no bytes of others come between these and those
   * that this handle appends next, if nobody of this client asks for the file's bytes in between,
   * and they are no more than 1 MiB together.
   */
  default CompletableFuture<Void> appendPart(ByteBuffer from) {
    return append(from);
  }

  /**
   * Sets space aside up to an offset where a quota counts the file's bytes, for as long as the
   * handle is open; fails with EDQUOT if there is none. The size stays. Of a small file, whose
   * bytes servers keep, nothing is set aside.
   */
  default CompletableFuture<Void> setAside(long end) {
    return CompletableFuture.completedFuture(null);
  }

  /** Brings what was written to where other clients find it when they open the file. */
  CompletableFuture<Void> flush();

  /** fsync(2): likewise, and returns when all of it is on disks. */
  CompletableFuture<Void> sync();

  /**
   * Takes a byte range, as fcntl(2) with F_SETLK and F_SETLKW, in place of what the owner had of
   * it. Shared locks take a handle that reads, exclusive ones a handle that writes (EBADF).
   *
   * <p>The holder of a lock sees what earlier holders wrote: taking one, of either kind, forgets
   * what this client remembers of the file if others have changed it, and flushes what was written
   * without it; giving it up flushes what was written with it.
   *
   * @param owner whoever locks: a process's locks do not hinder itself
   * @param start the first byte
   * @param length how many bytes; 0 for all from the start on
   * @param waits whether to wait for others; if not, the answer is EAGAIN. A wait that cannot end
   *     fails with EDEADLK, one that lasts past the client's timeout with ETIMEDOUT
   */
  CompletableFuture<Void> lock(long owner, LockType type, long start, long length, boolean waits);

  /** Likewise, waiting for others for so long at most; then the answer is EAGAIN. */
  CompletableFuture<Void> lock(
      long owner, LockType type, long start, long length, Duration patience);

  /** Gives up what the owner has of a byte range: F_UNLCK. */
  CompletableFuture<Void> unlock(long owner, long start, long length);

  /** A lock that hinders this one, if there is any: F_GETLK. */
  CompletableFuture<Optional<HeldLock>> findConflict(
      long owner, LockType type, long start, long length);

  /** Locks the whole file for this handle, as flock(2); what it had is given up for it. */
  CompletableFuture<Void> flock(LockType type, boolean waits);

  /** Likewise, waiting for others for so long at most; then the answer is EAGAIN. */
  CompletableFuture<Void> flock(LockType type, Duration patience);

  /** Gives up the handle's lock of the whole file: LOCK_UN. */
  CompletableFuture<Void> funlock();

  /** Flushes, and gives up the handle with its flock(2) lock. Doing it again does nothing. */
  CompletableFuture<Void> closeAsync();

  /** How many of the file's bytes are in the client's data cache, as the file is now. */
  default CompletableFuture<Long> cachedBytes() {
    return CompletableFuture.completedFuture(0L);
  }

  /** Drops the file's bytes from the client's data cache; gives how many bytes there were. */
  default CompletableFuture<Long> dropCached() {
    return CompletableFuture.completedFuture(0L);
  }

  /** Whether the bytes of the regular file are on a volume; servers keep them otherwise. */
  default CompletableFuture<Boolean> isOnVolume() {
    return CompletableFuture.completedFuture(true);
  }

  /**
   * Likewise, for somebody who does not wait: of a file that has nothing to be flushed, no lock and
   * no access to be noted, servers may hear with the next request to them, or some milliseconds
   * later. See {@link AsyncGigaClient#flushReleases}.
   *
   * @return completes when all is done
   */
  default CompletableFuture<Void> release() {
    return closeAsync();
  }

  /** As {@link #closeAsync}, and waits; failures are for that. */
  @Override
  void close();

  /**
   * A lock that somebody holds.
   *
   * @param owner whoever locked, as told by its client
   * @param own whether it was locked by this client
   * @param length 0 for all from the start on
   */
  record HeldLock(long owner, boolean own, LockType type, long start, long length) {}

  /** Whether the client has writes to the file in its writeback journal, and not on the volume. */
  default boolean hasBacklog() {
    return false;
  }
}
