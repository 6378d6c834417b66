package io.gigafs.tablefs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.front.EngineFront;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.schema.Family;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Tests the check for free space while merges of tables claim a part of it. A fake engine reports
 * free and claimed bytes.
 */
final class DiskCareTest {
  private static final long RESERVE = 1_000;

  private long freeBytes = 10 * RESERVE;
  private long claimedBytes;
  private boolean wasShort;

  private final EngineFront engine =
      EngineFront.over(new Measured(new MemoryDisk().open())).name("store").open();
  private final DiskCare care =
      new DiskCare(engine, "store", RESERVE, () -> 0, AcceptedLosses.none());

  private final class Measured extends ForwardingEngine {
    Measured(Engine engine) {
      super(engine);
    }

    @Override
    public long freeBytes() {
      return freeBytes;
    }

    @Override
    public long boundMerges(boolean isShort, long free, long reserve) {
      assertThat(free).isEqualTo(freeBytes);
      assertThat(reserve).isEqualTo(RESERVE);
      wasShort = isShort;
      return claimedBytes;
    }
  }

  @Test
  void runningMergesReduceFreeSpace() {
    freeBytes = 2 * RESERVE;
    claimedBytes = RESERVE;
    care.maintain();
    care.checkRoom();
    claimedBytes = RESERVE + 1;
    care.maintain();
    assertRefused(RESERVE - 1);
    assertThat(wasShort).isTrue();
    claimedBytes = 0;
    care.maintain();
    care.checkRoom();
  }

  /** The disk can fill and a merge can start between two periodic checks. */
  @Test
  void mergesAreBoundedAsTheDiskFills() {
    care.maintain();
    assertThat(wasShort).isFalse();
    freeBytes = RESERVE;
    claimedBytes = 2 * RESERVE;
    care.checkRoom(); // nothing was written since
    write((int) RESERVE / 10);
    assertRefused(0);
    assertThat(wasShort).isTrue();
  }

  private void write(int bytes) {
    WriteRecords records = new WriteRecords();
    records.put(Family.ENTRIES, "key".getBytes(StandardCharsets.US_ASCII), new byte[bytes]);
    engine.write(records, false);
  }

  private void assertRefused(long left) {
    assertThatThrownBy(care::checkRoom)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_SPACE))
        .hasMessageContaining("has " + left + " bytes left beyond what merges of tables may take");
  }
}
