package io.gigafs.server.handle;

import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Usage;
import io.gigafs.tablefs.Attributes;
import org.jspecify.annotations.Nullable;

/**
 * A file that is to be written at once.
 *
 * @param mode permission bits (07777) if it is made
 * @param bytes all that it is to hold
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record WholeFile(Caller caller, Name name, int mode, byte[] bytes) {
  /** What writing it adds to what is there. */
  Usage need(@Nullable Attributes found) {
    return found == null ? most() : new Usage(0, Math.max(0, bytes.length - found.size()));
  }

  /** What writing it adds at most. */
  Usage most() {
    return new Usage(1, bytes.length);
  }
}
