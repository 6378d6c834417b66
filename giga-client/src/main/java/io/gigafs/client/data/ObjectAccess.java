package io.gigafs.client.data;

import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * How one handle comes to the object of its file: by itself ({@link DirectObject}), or through
 * servers. Safe for use by several threads.
 *
 * <p>Futures fail with {@link io.gigafs.protocol.GigaException}; with ENODATA if the object is not
 * there, or the file is not on a volume: then nothing was done, and where the file's bytes are has
 * to be asked anew. Direct reads and writes block the caller, and their futures are done.
 *
 * <p>Not promised: that another handle's access sees what is written here before {@link #flush}.
 */
public interface ObjectAccess {
  /**
   * Reads until the buffer is full or the object ends. Sees all that was written here before.
   *
   * @param into not to be touched before the future is done
   * @return how many bytes were read; 0 at and behind the end
   */
  CompletableFuture<Integer> read(long offset, ByteBuffer into);

  /**
   * Writes all of the buffer. May keep it back in memory, in a bounded amount: the future is done
   * when the next write may come. A failure may come with a later call, and comes with one of them.
   *
   * @param from may be used again once the method has returned
   */
  CompletableFuture<Void> write(long offset, ByteBuffer from);

  /** Done when all that was written before is with the volume, if not on its disk. */
  CompletableFuture<Void> flush();

  /**
   * Done when other handles of this client see what was written here; {@link #flush}, unless they
   * see it before.
   */
  default CompletableFuture<Void> publish() {
    return flush();
  }

  /** The object, which was placed for a file, is the file's from now on. */
  default void placed() {
    // Most accesses make no difference.
  }

  /** Flushes; done when bytes, and that the object is there, are on the volume's disk. */
  CompletableFuture<Void> sync();

  /** Size and time of the last change, with what was written here before. */
  CompletableFuture<ObjectStatus> status();

  /**
   * Where the next data or the next hole begins, from an offset on, with what was written here
   * before: as of {@link io.gigafs.volume.VolumeObject#seek}.
   */
  CompletableFuture<Long> seek(long offset, boolean toHole);

  /**
   * Forgets what was read ahead: somebody else changed the object, or may have. Does not touch what
   * is yet to be written.
   */
  void invalidate();

  /** Flushes, and gives up what the access holds, whatever comes of that. */
  CompletableFuture<Void> close();
}
