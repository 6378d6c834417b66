package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;

/** Tests that the leak check reports a leaked buffer, and only that. */
final class LeakCheckTest {
  @Test
  void findsALeak() {
    LeakCheck check = new LeakCheck();
    check.start();
    leak();
    assertThat(check.stop()).isNotEmpty();
  }

  @Test
  void releasedBufferIsNotALeak() {
    LeakCheck check = new LeakCheck();
    check.start();
    ByteBufAllocator.DEFAULT.buffer().writeLong(1).release();
    assertThat(check.stop()).isEmpty();
  }

  private static void leak() {
    ByteBufAllocator.DEFAULT.buffer().writeLong(1);
  }
}
