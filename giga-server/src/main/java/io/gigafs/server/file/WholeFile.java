package io.gigafs.server.file;

import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.tablefs.Attributes;
import org.jspecify.annotations.Nullable;

/**
 * A file that is written with all of its content in one request.
 *
 * @param mode permission bits (07777) if it is created
 * @param bytes the entire content
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record WholeFile(Caller caller, Name name, int mode, byte[] bytes) {
  /** The quota usage that writing it adds to what exists. */
  QuotaUsage need(@Nullable Attributes found) {
    return found == null ? most() : new QuotaUsage(0, Math.max(0, bytes.length - found.size()));
  }

  /** The maximum quota usage that writing it adds. */
  QuotaUsage most() {
    return new QuotaUsage(1, bytes.length);
  }
}
