package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.schema.Family;
import java.util.HashMap;
import java.util.Map;
import org.rocksdb.Env;
import org.rocksdb.OperationType;
import org.rocksdb.RocksDBException;
import org.rocksdb.ThreadStatus;

/**
 * Estimates the bytes that running merges may still write, from RocksDB's thread status. Not
 * thread-safe.
 *
 * <p>It polls, and registers no callback for RocksDB's threads: during process exit a call into
 * Java would never return, and the exit waits for these threads.
 */
final class RunningMerges {
  // Indexes into the properties of a merging thread.
  private static final int JOB = 0;
  private static final int INPUT_BYTES = 3;
  private static final int WRITTEN_BYTES = 5;

  private final String path;

  /** For each running merge, by job: bytes of blobs that it may rewrite. */
  private Map<Long, Long> blobBytesByJob = new HashMap<>();

  private long boundBytes;

  /**
   * @param path of the database, as it was opened
   */
  RunningMerges(String path) {
    this.path = path;
  }

  /** Sets the number of blob bytes that a merge started from now on may rewrite. */
  void bound(long bytes) {
    boundBytes = bytes;
  }

  /**
   * Upper bound of the bytes that running merges may still write: their tables, and blobs up to the
   * bound that was set when they started.
   */
  long claimedBytes() throws RocksDBException {
    Map<Long, Long> running = new HashMap<>();
    long claimed = 0;
    for (ThreadStatus thread : Env.getDefault().getThreadList()) {
      if (thread.getOperationType() != OperationType.OP_COMPACTION
          || !path.equals(thread.getDbName())) {
        continue;
      }
      long[] properties = thread.getOperationProperties();
      long job = properties[JOB];
      if (job == 0) {
        continue; // it is about to begin
      }
      long blobBytes =
          Family.INLINE.label().equals(thread.getCfName())
              ? blobBytesByJob.getOrDefault(job, boundBytes)
              : 0;
      running.put(job, blobBytes);
      claimed += Math.max(0, properties[INPUT_BYTES] + blobBytes - properties[WRITTEN_BYTES]);
    }
    blobBytesByJob = running;
    return claimed;
  }
}
