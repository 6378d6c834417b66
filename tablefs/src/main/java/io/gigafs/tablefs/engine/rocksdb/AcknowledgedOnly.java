package io.gigafs.tablefs.engine.rocksdb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import org.rocksdb.AbstractWalFilter;
import org.rocksdb.RocksDBException;
import org.rocksdb.WalProcessingOption;
import org.rocksdb.WriteBatch;

/**
 * Skips log records after a sequence number when a database is reopened. A failed write may still
 * be in the log. Its caller has received an error and must not find it applied.
 */
final class AcknowledgedOnly extends AbstractWalFilter {
  private final long lastAcknowledged;

  AcknowledgedOnly(long lastAcknowledged) {
    this.lastAcknowledged = lastAcknowledged;
  }

  @Override
  public void columnFamilyLogNumberMap(
      Map<Integer, Long> logNumbers, Map<String, Integer> families) {}

  @Override
  public LogRecordFoundResult logRecordFound(
      long logNumber, String logFileName, WriteBatch batch, WriteBatch newBatch) {
    return isAcknowledged(batch)
        ? LogRecordFoundResult.CONTINUE_UNCHANGED
        : new LogRecordFoundResult(WalProcessingOption.IGNORE_CURRENT_RECORD, false);
  }

  /** A batch begins with the sequence number of its first record, little-endian. */
  private boolean isAcknowledged(WriteBatch batch) {
    try {
      long first = ByteBuffer.wrap(batch.data()).order(ByteOrder.LITTLE_ENDIAN).getLong();
      return first <= lastAcknowledged;
    } catch (RocksDBException e) {
      throw new IllegalStateException("cannot read a record of the log", e);
    }
  }

  @Override
  public String name() {
    return "acknowledged-only";
  }
}
