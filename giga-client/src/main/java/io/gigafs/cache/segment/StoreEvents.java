package io.gigafs.cache.segment;

import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RateLimitedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.LoggerFactory;

/** Logs events of a store that its operator may want to know. Safe for use by several threads. */
final class StoreEvents {
  private final Path directory;
  private final RateLimitedLog log;
  private final LongAdder evictions = new LongAdder();
  private final LongAdder damaged = new LongAdder();

  StoreEvents(Path directory, Clock clock) {
    this.directory = directory;
    this.log = new RateLimitedLog(LoggerFactory.getLogger(SegmentStore.class), clock);
  }

  void evicted() {
    evictions.increment();
  }

  /** A block was removed because its bytes are damaged. */
  void damaged(Block block, String why) {
    damaged.increment();
    log.warn(
        "The block cache in "
            + directory
            + " removed "
            + block.blockKey()
            + ": "
            + why
            + "; it is read again from its source. If this repeats, check the disk");
  }

  void writeFailed(IOException e) {
    log.warn(
        "The block cache in "
            + directory
            + " continues with fewer blocks because a file cannot be written: "
            + e
            + "; make room on its disk");
  }

  void logFailed(IOException e) {
    log.warn(
        "The block cache in "
            + directory
            + " cannot write its index ("
            + e
            + "): blocks added from now on are lost when the process ends");
  }

  long evictions() {
    return evictions.sum();
  }

  long damaged() {
    return damaged.sum();
  }
}
