package io.gigafs.client.data;

import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * The access of one handle to its file's object: directly ({@link DirectObject}), or through
 * servers. Safe for use by several threads.
 *
 * <p>Futures fail with {@link io.gigafs.protocol.GigaException}. ENODATA means that the object is
 * not there or the file is not on a volume; then nothing was done, and the caller has to ask again
 * where the file's bytes are. Direct reads and writes block the caller and return completed
 * futures.
 *
 * <p>Another handle's access is not guaranteed to see writes before {@link #flush}.
 */
interface ObjectAccess {
  /**
   * Reads until the buffer is full or the object ends. Sees all earlier writes through this access.
   *
   * @param into must not be used before the future completes
   * @return how many bytes were read; 0 at and behind the end
   */
  CompletableFuture<Integer> read(long offset, ByteBuffer into);

  /**
   * Writes the whole buffer. May buffer a bounded amount in memory: the future completes when the
   * next write may start. A failure may be reported by a later call instead, but is reported by one
   * of them.
   *
   * @param from may be reused once the method has returned
   */
  CompletableFuture<Void> write(long offset, ByteBuffer from);

  /** Completes when the volume has all earlier writes, though not necessarily its disk. */
  CompletableFuture<Void> flush();

  /**
   * Completes when other handles of this client see earlier writes. Equals {@link #flush} unless
   * they see them before.
   */
  default CompletableFuture<Void> publish() {
    return flush();
  }

  /** The object, which was placed for a file, is the file's from now on. */
  default void placed() {
    // Most accesses do not distinguish.
  }

  /**
   * Flushes. Completes when the bytes and the object's directory entry are on the volume's disk.
   */
  CompletableFuture<Void> sync();

  /** Size and mtime, including earlier writes through this access. */
  CompletableFuture<ObjectStatus> status();

  /**
   * Where the next data or the next hole begins, from an offset on, including earlier writes; see
   * {@link io.gigafs.volume.VolumeObject#seek}.
   */
  CompletableFuture<Long> seek(long offset, boolean toHole);

  /**
   * Discards read-ahead data because others changed the object, or may have. Keeps buffered writes.
   */
  void invalidate();

  /** Flushes, and releases the access's resources even if the flush fails. */
  CompletableFuture<Void> close();
}
