package io.gigafs.bench.virtualcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.gigafs.bench.virtualcache.TestValue.WrongBytesException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the generated values and the detection of wrong bytes. */
class TestValueTest {
  private final TestValue written = new TestValue(300_000, true);
  private final TestValue read = new TestValue(300_000, true);

  @Test
  void writtenBytesAreAccepted() throws IOException {
    read.check(7, 0, ByteBuffer.wrap(written.array(7)));
    read.check(8, 0, ByteBuffer.wrap(written.array(8)));
    read.check(9, 0, written.chunk(9, 0));
    assertThat(written.chunk(7, 0)).isEqualTo(ByteBuffer.wrap(written.array(7)));
  }

  @Test
  void bytesOfAnotherKeyAreDetected() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(written.array(7));
    assertThatExceptionOfType(WrongBytesException.class).isThrownBy(() -> read.check(8, 0, bytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16, 4095, 4096, 131_072, 200_000, 299_999})
  void wrongByteIsDetected(int at) throws IOException {
    byte[] bytes = written.array(7).clone();
    bytes[at] ^= 1;
    assertThatExceptionOfType(WrongBytesException.class)
        .isThrownBy(() -> read.check(7, 0, ByteBuffer.wrap(bytes)));
  }

  @Test
  void misplacedPagesAreDetected() throws IOException {
    byte[] bytes = written.array(7).clone();
    System.arraycopy(bytes, 0, bytes, 131_072, 131_072);
    TestValue stampsOnly = new TestValue(300_000, false);
    assertThatExceptionOfType(WrongBytesException.class)
        .isThrownBy(() -> stampsOnly.check(7, 0, ByteBuffer.wrap(bytes)));
  }

  @Test
  void longValueIsStreamed() throws IOException {
    long length = 5L << 30;
    TestValue stream = new TestValue(length, true);
    long last = length - TestValue.CHUNK_BYTES;
    read.check(3, last, stream.chunk(3, last));
    ByteBuffer first = stream.chunk(3, 0);
    assertThatExceptionOfType(WrongBytesException.class)
        .isThrownBy(() -> read.check(3, last, first));
    assertThatIOException().isThrownBy(() -> stream.array(3)).withMessageContaining("array");
  }

  @Test
  void cellRoundTripsThroughItsCommand() {
    assertThat(VirtualCacheExperiment.documentCells(true))
        .hasSize(4 * 11 + 4 * 10 + 3)
        .allSatisfy(cell -> assertThat(TestCell.parse(cell.command())).isEqualTo(cell));
    assertThat(new TestCell(2, 4, 512, 512, 16 << 20, false).command())
        .isEqualTo("4 512 512 16 M 2 false");
  }
}
