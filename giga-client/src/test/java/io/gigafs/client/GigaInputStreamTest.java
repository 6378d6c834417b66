package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for reading files as streams, compared with {@link ByteArrayInputStream}. */
class GigaInputStreamTest extends StreamTestBase {
  private final GigaException failure = ErrorCode.EIO.exception("broken");

  private GigaInputStream reading(byte[] bytes) throws GigaException {
    client.writeFile(FILE, 0644, bytes, false);
    return GigaInputStream.open(client, FILE);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1_000, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 17})
  void readsMatchAByteArray(int length) throws IOException {
    byte[] bytes = randomBytes(length, length);
    for (int seed = 0; seed < 20; seed++) {
      try (GigaInputStream stream = reading(bytes)) {
        compare(stream, new ByteArrayInputStream(bytes), new Random(seed), length);
      }
    }
  }

  /** Calls random methods of both streams and compares the results. */
  private static void compare(
      GigaInputStream stream, ByteArrayInputStream reference, Random random, int length)
      throws IOException {
    stream.mark(0);
    long marked = 0;
    for (int i = 0; i < 200; i++) {
      switch (random.nextInt(7)) {
        case 0 -> assertThat(stream.read()).isEqualTo(reference.read());
        case 1 -> {
          int count = random.nextInt(random.nextBoolean() ? 100 : 2 * BLOCK);
          assertThat(stream.readNBytes(count)).isEqualTo(reference.readNBytes(count));
        }
        case 2 -> {
          long count = random.nextInt(-10, length + 100);
          assertThat(stream.skip(count)).isEqualTo(Math.max(0, reference.skip(count)));
        }
        case 3 -> {
          marked = stream.position();
          stream.mark(random.nextInt(10));
          reference.mark(0);
        }
        case 4 -> {
          stream.reset();
          reference.reset();
          assertThat(stream.position()).isEqualTo(marked);
        }
        case 5 -> assertThat(stream.available()).isBetween(0, reference.available());
        default -> {
          byte[] into = new byte[random.nextInt(1, 3 * BLOCK)];
          byte[] expected = into.clone();
          int offset = random.nextInt(into.length);
          int count = stream.read(into, offset, into.length - offset);
          if (count < 0) {
            assertThat(reference.read()).isNegative();
          } else {
            assertThat(reference.read(expected, offset, count)).isEqualTo(count);
            assertThat(into).isEqualTo(expected);
          }
        }
      }
      assertThat(stream.position()).isEqualTo(length - reference.available());
    }
  }

  @Test
  void seeksToAnyPosition() throws IOException {
    byte[] bytes = randomBytes(3 * BLOCK, 1);
    Random random = new Random(1);
    try (GigaInputStream stream = reading(bytes)) {
      for (int i = 0; i < 500; i++) {
        int position = random.nextInt(bytes.length + 10);
        stream.seek(position);
        assertThat(stream.position()).isEqualTo(position);
        assertThat(stream.read()).isEqualTo(position < bytes.length ? bytes[position] & 0xff : -1);
      }
      assertThat(stream.size()).isEqualTo(bytes.length);
      assertThatThrownBy(() -> stream.seek(-1)).isInstanceOf(EOFException.class);
      stream.seek(Long.MAX_VALUE);
      assertThat(stream.skip(5)).isZero();
    }
  }

  @Test
  void positionedReadKeepsThePosition() throws IOException {
    byte[] bytes = randomBytes(2 * BLOCK, 2);
    try (GigaInputStream stream = reading(bytes)) {
      stream.seek(7);
      byte[] into = new byte[BLOCK];
      assertThat(stream.read(BLOCK, into, 0, BLOCK)).isEqualTo(BLOCK);
      assertThat(into).isEqualTo(Arrays.copyOfRange(bytes, BLOCK, 2 * BLOCK));
      assertThat(stream.read(2 * BLOCK - 3, into, 0, 10)).isEqualTo(3);
      assertThat(stream.read(2 * BLOCK, into, 0, 10)).isEqualTo(-1);
      assertThat(stream.read(2 * BLOCK, into, 0, 0)).isZero();
      stream.readFully(2 * BLOCK - 3, into, 0, 3);
      assertThatThrownBy(() -> stream.readFully(2 * BLOCK - 3, into, 0, 4))
          .isInstanceOf(EOFException.class)
          .hasMessage("the file ends at 262144, 1 bytes too early");
      assertThat(stream.position()).isEqualTo(7);
      assertThat(stream.read()).isEqualTo(bytes[7] & 0xff);
    }
  }

  @Test
  void readsBytesAppendedAfterTheEnd() throws IOException {
    try (GigaInputStream stream = reading(new byte[] {1, 2});
        OpenFile file = open()) {
      assertThat(stream.readAllBytes()).containsExactly(1, 2);
      assertThat(stream.read()).isEqualTo(-1);
      Awaiting.result(file.append(ByteBuffer.wrap(new byte[] {3})));
      assertThat(stream.read()).isEqualTo(3);
      Awaiting.result(file.setAttributes(AttributeChange.ofSize(0)));
      assertThat(stream.skip(10)).isZero();
      assertThat(stream.position()).isEqualTo(3);
    }
  }

  @Test
  void singleByteReadsAreBuffered() throws IOException {
    byte[] bytes = randomBytes(BLOCK, 3);
    try (InputStream stream = reading(bytes)) {
      int before = model.requests();
      ByteArrayOutputStream read = new ByteArrayOutputStream();
      for (int b = stream.read(); b >= 0; b = stream.read()) {
        read.write(b);
      }
      assertThat(read.toByteArray()).isEqualTo(bytes);
      assertThat(model.requests() - before).isEqualTo(2); // the second finds the end
    }
  }

  @Test
  void failedReadKeepsThePosition() throws IOException {
    byte[] bytes = randomBytes(2 * BLOCK, 4);
    client.writeFile(FILE, 0644, bytes, false);
    boolean[] broken = {false};
    OpenFile file = failing(open(), name -> broken[0] && name.equals("read"), failure);
    try (GigaInputStream stream = new GigaInputStream(file)) {
      stream.seek(5);
      broken[0] = true;
      assertThatThrownBy(stream::read).isSameAs(failure);
      assertThatThrownBy(() -> stream.skip(BLOCK)).isSameAs(failure);
      assertThat(stream.position()).isEqualTo(5);
      broken[0] = false;
      assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 5, bytes.length));
    }
  }

  @Test
  void lateReadAfterAnInterruptIsDiscarded() throws IOException {
    CompletableFuture<Integer> late = new CompletableFuture<>();
    ByteBuffer[] into = new ByteBuffer[1];
    OpenFile file =
        (OpenFile)
            Proxy.newProxyInstance(
                OpenFile.class.getClassLoader(),
                new Class<?>[] {OpenFile.class},
                (proxy, method, arguments) -> {
                  if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(proxy, method, arguments);
                  }
                  if (!method.getName().equals("read")) {
                    return CompletableFuture.completedFuture(null);
                  }
                  ByteBuffer buffer = (ByteBuffer) arguments[1];
                  if (into[0] == null) {
                    into[0] = buffer;
                    return late;
                  }
                  buffer.put(new byte[] {1, 2, 3});
                  return CompletableFuture.completedFuture(3);
                });
    try (GigaInputStream stream = new GigaInputStream(file)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(stream::read).hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(stream.read()).isEqualTo(1);
      into[0].put(new byte[] {9, 9, 9});
      assertThat(stream.read()).isEqualTo(2);
    }
  }

  @Test
  void closedStreamRejectsCalls() throws IOException {
    GigaInputStream stream = reading(new byte[] {1, 2, 3});
    assertThat(stream.read()).isEqualTo(1);
    stream.close();
    stream.close();
    for (ThrowingCallable call :
        new ThrowingCallable[] {
          stream::read, () -> stream.skip(1), stream::available, stream::size, () -> stream.seek(0)
        }) {
      assertThatThrownBy(call).hasMessage("the stream is closed: Bad file descriptor");
    }
  }

  @Test
  void resetNeedsAMark() throws IOException {
    try (GigaInputStream stream = reading(new byte[1])) {
      assertThatThrownBy(stream::reset)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("mark");
    }
  }
}
