package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for writing files as streams. */
class GigaOutputStreamTest extends StreamTestBase {
  private final GigaException failure = ErrorCode.ENOSPC.exception("/f");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void writesMatchAByteArray(long seed) throws IOException {
    Random random = new Random(seed);
    ByteArrayOutputStream reference = new ByteArrayOutputStream();
    client.writeFile(FILE, 0644, new byte[10], false);
    try (GigaOutputStream stream = GigaOutputStream.create(client, FILE, 0644)) {
      for (int i = 0; i < 60; i++) {
        write(stream, reference, random);
        assertThat(stream.position()).isEqualTo(reference.size());
      }
      stream.flush();
      assertThat(client.readFile(FILE)).isEqualTo(reference.toByteArray());
      write(stream, reference, random);
    }
    assertThat(client.readFile(FILE)).isEqualTo(reference.toByteArray());
  }

  private static void write(OutputStream stream, OutputStream reference, Random random)
      throws IOException {
    int length = random.nextInt(random.nextBoolean() ? 1_000 : 3 * BLOCK);
    byte[] bytes = randomBytes(length, random.nextLong());
    int offset = random.nextInt(length + 1);
    stream.write(bytes, offset, length - offset);
    reference.write(bytes, offset, length - offset);
    stream.write(length);
    reference.write(length);
    if (random.nextInt(10) == 0) {
      stream.flush();
    }
  }

  @Test
  void writesFromAGivenOffset() throws IOException {
    client.writeFile(FILE, 0644, new byte[] {1, 2, 3, 4}, false);
    try (GigaOutputStream stream = GigaOutputStream.at(2, open())) {
      stream.write(9);
      assertThat(stream.position()).isEqualTo(3);
    }
    assertThat(client.readFile(FILE)).containsExactly(1, 2, 9, 4);
  }

  @Test
  void appendsEachWriteInOnePiece() throws IOException {
    try (GigaOutputStream one = GigaOutputStream.append(client, FILE, 0600);
        GigaOutputStream two = GigaOutputStream.append(client, FILE, 0600)) {
      one.write(new byte[BLOCK - 1]);
      two.write(new byte[] {1});
      two.flush();
      one.write(new byte[] {2, 3});
      assertThat(one.position()).isEqualTo(BLOCK + 1);
    }
    byte[] written = client.readFile(FILE);
    assertThat(written).hasSize(BLOCK + 2).startsWith(1).endsWith(2, 3);
    assertThat(client.stat(FILE).mode()).isEqualTo(0600);
  }

  @Test
  void flushWritesPublishFlushesAndSyncSyncs() throws IOException {
    List<String> calls = new ArrayList<>();
    OpenFile file = failing(open(), name -> !calls.add(name), failure);
    try (GigaOutputStream stream = GigaOutputStream.at(0, file)) {
      stream.write(1);
      assertThat(calls).isEmpty();
      stream.flush();
      stream.flush();
      assertThat(calls).containsExactly("write");
      stream.publish();
      stream.sync();
      assertThat(calls).containsExactly("write", "flush", "sync");
    }
    assertThat(calls).endsWith("closeAsync");
  }

  @Test
  void writeFailurePersistsAndCloseReportsIt() throws IOException {
    boolean[] broken = {true};
    GigaOutputStream stream =
        GigaOutputStream.at(0, failing(open(), name -> broken[0] && name.equals("write"), failure));
    stream.write(1);
    assertThatThrownBy(stream::flush).isSameAs(failure);
    broken[0] = false;
    for (ThrowingCallable call :
        new ThrowingCallable[] {
          () -> stream.write(2),
          () -> stream.write(new byte[2 * BLOCK]),
          stream::sync,
          stream::close
        }) {
      assertThatThrownBy(call)
          .hasMessage("an earlier write failed: No space left on device")
          .hasCause(failure);
    }
    stream.close();
    assertThatThrownBy(() -> stream.write(1)).hasMessageContaining("closed");
    assertThat(client.readFile(FILE)).isEmpty();
  }

  @Test
  void closeReportsFailureOfTheLastBytes() throws IOException {
    for (String broken : List.of("append", "closeAsync")) {
      GigaOutputStream stream =
          GigaOutputStream.appendingTo(failing(open(), broken::equals, failure));
      stream.write(1);
      assertThatThrownBy(stream::close).isSameAs(failure);
      stream.close();
    }
  }

  /** No data can be lost, so close neither waits nor reports the outcome. */
  @Test
  void closeDoesNotWaitWhenNothingWasWritten() throws IOException {
    GigaOutputStream stream =
        GigaOutputStream.at(0, failing(open(), "closeAsync"::equals, failure));
    stream.write(new byte[0]);
    stream.close();
    assertThatThrownBy(() -> stream.write(1)).isInstanceOf(GigaException.class);
  }

  @Test
  void supportsTryWithResources() {
    assertThatThrownBy(
            () -> {
              try (GigaOutputStream stream =
                  GigaOutputStream.at(0, failing(open(), "write"::equals, failure))) {
                stream.write(1);
                stream.flush();
              }
            })
        .isSameAs(failure)
        .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));
  }
}
