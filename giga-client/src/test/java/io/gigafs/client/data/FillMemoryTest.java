package io.gigafs.client.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.rpc.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Tests how read-ahead and demand reads share the memory for blocks that a slow store has not
 * taken.
 */
class FillMemoryTest {
  private final ScheduledSteps steps = new ScheduledSteps(new Random(1));
  private final DataCache cache =
      new DataCache(
          new TestCacheStore(1, 1, 0),
          new UUID(1, 2),
          steps,
          steps,
          new Random(2),
          DataCache.BLOCK_BYTES,
          () -> {});

  @Test
  void readAheadLeavesMemoryForDemandReads() {
    List<MemoryBudget.Claim> ahead = new ArrayList<>();
    for (MemoryBudget.Claim claim = cache.claimReadAhead();
        claim != null;
        claim = cache.claimReadAhead()) {
      ahead.add(claim);
    }
    assertThat(ahead).hasSizeGreaterThan(8);
    List<MemoryBudget.Claim> wanted = new ArrayList<>();
    for (MemoryBudget.Claim claim = cache.claimFill(); claim != null; claim = cache.claimFill()) {
      wanted.add(claim);
    }
    assertThat(wanted).hasSizeGreaterThan(8);
    assertThat(cache.heldBytes()).isLessThanOrEqualTo(DataCache.FILL_BYTES);

    ahead.forEach(MemoryBudget.Claim::close);
    assertThat(cache.claimReadAhead()).as("while readers have the rest").isNull();
    wanted.forEach(MemoryBudget.Claim::close);
    assertThat(cache.heldBytes()).isZero();
  }
}
