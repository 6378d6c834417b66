package io.gigafs.server.hold;

import io.gigafs.protocol.LockType;
import io.gigafs.volume.DataLocation;
import org.jspecify.annotations.Nullable;

/**
 * What a handle is for, and what it has.
 *
 * @param number as its client numbers it
 * @param flock its lock of the whole file
 * @param placed an object on a volume that its client fills, and that is no file's yet
 */
public record OpenHandle(
    long number,
    boolean reads,
    boolean writes,
    @Nullable LockType flock,
    @Nullable DataLocation placed) {
  /** A handle that fills no object. */
  public OpenHandle(long number, boolean reads, boolean writes, @Nullable LockType flock) {
    this(number, reads, writes, flock, null);
  }

  OpenHandle withFlock(@Nullable LockType newFlock) {
    return new OpenHandle(number, reads, writes, newFlock, placed);
  }

  /** The same handle, whose client fills this object, or none. */
  public OpenHandle withPlaced(@Nullable DataLocation newPlaced) {
    return new OpenHandle(number, reads, writes, flock, newPlaced);
  }
}
