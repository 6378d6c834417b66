package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.schema.Family;
import java.util.HashMap;
import java.util.Map;
import org.rocksdb.Env;
import org.rocksdb.OperationType;
import org.rocksdb.RocksDBException;
import org.rocksdb.ThreadStatus;

/**
 * What the merges of tables that are under way may still write, by what RocksDB says of its
 * threads. For one thread at a time.
 *
 * <p>It asks, instead of being called by RocksDB's threads: a call into Java during the process's
 * exit would never come back, and the exit waits for these threads.
 */
final class RunningMerges {
  // Places in the properties of a thread that merges.
  private static final int JOB = 0;
  private static final int INPUT_BYTES = 3;
  private static final int WRITTEN_BYTES = 5;

  private final String path;

  /** How many bytes of blobs each merge may write anew, by its job. */
  private Map<Long, Long> blobBytesByJob = new HashMap<>();

  private long boundBytes;

  /**
   * @param path of the database, as it was opened
   */
  RunningMerges(String path) {
    this.path = path;
  }

  /** Sets how many bytes of blobs a merge that begins from now on may write anew. */
  void bound(long bytes) {
    boundBytes = bytes;
  }

  /**
   * Bytes that the merges under way may still write, at most: their tables, and blobs up to the
   * bound that was set when they began.
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
