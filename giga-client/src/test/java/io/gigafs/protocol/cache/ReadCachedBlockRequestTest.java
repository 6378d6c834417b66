package io.gigafs.protocol.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import io.gigafs.volume.DataLocation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for the limits of requests to the cache group. */
class ReadCachedBlockRequestTest {
  private static final int BLOCK = 4_096;

  private static BlockPermit permit(long size) {
    return new BlockPermit(
        new DataLocation(1, "2/0/f.7"), 5, size, 9, new byte[BlockPermit.SEAL_BYTES]);
  }

  private static ReadCachedBlockRequest request(long size, int blockBytes, int index) {
    return new ReadCachedBlockRequest(Caller.ROOT, permit(size), blockBytes, index, 3, 4);
  }

  @Test
  void lastBlockEndsWithTheObject() {
    assertThat(request(3 * BLOCK, BLOCK, 1).length()).isEqualTo(BLOCK);
    assertThat(request(3 * BLOCK, BLOCK, 2).length()).isEqualTo(BLOCK);
    assertThat(request(3 * BLOCK + 1, BLOCK, 3).length()).isEqualTo(1);
    ReadCachedBlockRequest far = request(Long.MAX_VALUE, DataChunk.MAX_BYTES, Integer.MAX_VALUE);
    assertThat(far.offset()).isEqualTo((long) Integer.MAX_VALUE << 20);
    assertThat(far.length()).isEqualTo(DataChunk.MAX_BYTES);
  }

  @Test
  void answerClaimsMemoryForTheBlock() {
    assertThat(request(3 * BLOCK + 1, BLOCK, 0).answerDataBytes()).isEqualTo(BLOCK);
    assertThat(request(3 * BLOCK + 1, BLOCK, 3).answerDataBytes()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, -4_096, 2_048, 4_097, 12_288, 2 << 20, Integer.MIN_VALUE})
  void unsupportedBlockLengthsAreRejected(int blockBytes) {
    assertThatIllegalArgumentException().isThrownBy(() -> request(1 << 30, blockBytes, 0));
  }

  @Test
  void blocksOutsideTheObjectAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> request(3 * BLOCK, BLOCK, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> request(3 * BLOCK, BLOCK, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> request(0, BLOCK, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> permit(-1));
  }

  /** The decoder refuses a frame with numbers that a client may not send. */
  @Test
  void invalidRequestsAreMalformed() {
    ByteBuf good = encoded();
    assertThat(codec().decode(good.copy())).isInstanceOf(Frame.OfRequest.class);
    for (int length : new int[] {0, 15, 17}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new BlockPermit(new DataLocation(1, "a"), 1, 1, 1, new byte[length]));
    }
    int blockBytes = good.writerIndex() - 1 - 8 - 1 - 2; // before index, epoch and placement
    ByteBuf odd = good.copy().setByte(blockBytes + 1, 0x21);
    assertThatThrownBy(() -> codec().decode(odd)).isInstanceOf(ProtocolException.class);
    ByteBuf behind = good.copy().setByte(blockBytes + 2, 7);
    assertThatThrownBy(() -> codec().decode(behind)).isInstanceOf(ProtocolException.class);
  }

  private static FrameCodec codec() {
    FrameCodec codec = new FrameCodec(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
    codec.established(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
    return codec;
  }

  private static ByteBuf encoded() {
    ByteBuf out = Unpooled.buffer();
    codec().encode(new Frame.OfRequest(1, 1, request(3 * BLOCK, BLOCK, 1)), out);
    return out;
  }
}
