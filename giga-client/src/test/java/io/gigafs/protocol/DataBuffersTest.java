package io.gigafs.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.data.DataChunk;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for the reuse of large data buffers. */
class DataBuffersTest {
  private static final int FULL = DataChunk.MAX_BYTES;

  private final DataBuffers buffers = DataBuffers.INSTANCE;

  @Test
  void lastBufferIsReused() {
    ByteBuf first = buffers.directBuffer(FULL, FULL);
    first.writeInt(42);
    long address = first.memoryAddress();
    first.release();
    ByteBuf second = buffers.directBuffer(FULL + 100, FULL + 100);
    assertThat(second.memoryAddress()).isEqualTo(address);
    assertThat(second.readableBytes()).isZero();
    assertThat(second.writableBytes()).isEqualTo(FULL + 100);
    assertThat(second.maxCapacity()).isEqualTo(FULL + 100);
    second.release();
  }

  @Test
  void bufferIsReusedOnlyAfterItsLastRelease() {
    ByteBuf first = buffers.directBuffer(FULL, FULL).writeInt(42);
    ByteBuf shared = first.retainedDuplicate();
    first.release();
    ByteBuf second = buffers.directBuffer(FULL, FULL).writeInt(43);
    assertThat(shared.readInt()).isEqualTo(42);
    shared.release();
    assertThat(second.readInt()).isEqualTo(43);
    second.release();
  }

  @Test
  void numberOfKeptBuffersIsLimited() {
    List<ByteBuf> all = new ArrayList<>();
    for (int i = 0; i < 2 * DataBuffers.MAX_KEPT; i++) {
      all.add(buffers.directBuffer(FULL, FULL).writeZero(FULL));
    }
    assertThat(buffers.keptBytes()).isEqualTo((long) DataBuffers.MAX_KEPT * DataBuffers.KEPT_BYTES);
    all.forEach(ByteBuf::release);
  }

  @Test
  void smallerBuffersDoNotUseKeptMemory() {
    long kept = buffers.keptBytes();
    ByteBuf small = buffers.directBuffer(FULL / 2, FULL / 2);
    ByteBuf growing = buffers.directBuffer(16, FULL);
    assertThat(growing.capacity(FULL).writableBytes()).isEqualTo(FULL);
    assertThat(buffers.keptBytes()).isEqualTo(kept);
    small.release();
    growing.release();
  }
}
