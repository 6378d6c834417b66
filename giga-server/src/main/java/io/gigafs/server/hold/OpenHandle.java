package io.gigafs.server.hold;

import io.gigafs.protocol.LockType;
import org.jspecify.annotations.Nullable;

/**
 * What a handle is for, and its lock of the whole file, if it has one.
 *
 * @param number as its client numbers it
 */
public record OpenHandle(long number, boolean reads, boolean writes, @Nullable LockType flock) {
  OpenHandle withFlock(@Nullable LockType newFlock) {
    return new OpenHandle(number, reads, writes, newFlock);
  }
}
