package io.gigafs.client.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.journal.WriteJournal;
import io.gigafs.concurrent.Futures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random calls on one file, compared with an array. The sizes make the file move between inline
 * storage and the volume again and again.
 */
class RandomFileTest {
  private static final CloseMode[] CLOSE_MODES = CloseMode.values();

  private static final int SEEDS = 300;
  private static final int CALLS = 80;
  private static final int MAX_BYTES = 250;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void handlesOfOneClientMatchALocalFile(boolean goesDirect) {
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        new OneClient(new FakeSite(seed), goesDirect).run();
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void writeBackBehavesLikeALocalFile(boolean goesDirect, @TempDir Path directory)
      throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      Path at = directory.resolve(Long.toString(seed));
      try (WriteJournal journal = WriteJournal.open(at, seed % 4 == 0 ? 2_000 : 1 << 20, 1_000)) {
        journal.bind(new UUID(1, 2));
        FakeSite site = new FakeSite(seed);
        site.writeBack = new WriteBack(journal, site.steps, site.steps, (nanos, task) -> () -> {});
        site.writeBack.accept(true);
        new OneClient(site, goesDirect).run();
        assertThat(site.writeBack.backlogBytes()).isZero();
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
      try (WriteJournal journal = WriteJournal.open(at, 1 << 20)) {
        assertThat(journal.takeRecovered()).isEmpty();
      }
    }
  }

  /** One client with several handles, checked against an array call by call. */
  private static final class OneClient {
    private final FakeSite site;
    private final Random random;
    private final OpenFiles client;
    private final List<HandleData> handles = new ArrayList<>();
    private byte[] expected = {};

    OneClient(FakeSite site, boolean goesDirect) {
      this.site = site;
      this.random = site.random;
      this.client = site.client(goesDirect, random.nextInt(4) == 0 ? 50 : 1 << 20);
    }

    void run() {
      for (int call = 0; call < CALLS; call++) {
        if (handles.isEmpty()) {
          handles.add(site.open(client, false));
        }
        HandleData handle = handles.get(random.nextInt(handles.size()));
        call(handle, random.nextInt(14));
      }
      for (HandleData handle : handles) {
        site.steps.await(handle.close(CloseMode.FLUSH));
      }
      site.steps.runAll();
      assertThat(site.file.contents()).isEqualTo(expected);
      assertThat(client.heldBytes()).isZero();
      assertThat(client.mayHaveUnflushed()).isFalse();
    }

    private void call(HandleData handle, int kind) {
      switch (kind) {
        case 0, 1, 2 -> write(handle);
        case 3, 4 -> append(handle);
        case 5, 6, 7, 8 -> read(handle);
        case 9 -> site.steps.await(random.nextBoolean() ? handle.flush() : handle.sync());
        case 10 -> resize(handle);
        case 11 -> {
          boolean truncates = random.nextInt(3) == 0 && handles.isEmpty();
          handles.add(site.open(client, truncates));
        }
        case 12 -> {
          handles.remove(handle);
          site.steps.await(handle.close(CLOSE_MODES[random.nextInt(CLOSE_MODES.length)]));
        }
        default -> {
          assertThat(site.steps.await(handle.stat()).size()).isEqualTo(expected.length);
          site.steps.await(handle.drained());
          assertThat(site.file.contents()).isEqualTo(expected);
        }
      }
    }

    private void write(HandleData handle) {
      byte[] bytes = bytes(random.nextInt(120));
      int offset = random.nextInt(MAX_BYTES);
      site.steps.await(handle.write(offset, ByteBuffer.wrap(bytes)));
      put(offset, bytes);
    }

    private void append(HandleData handle) {
      byte[] bytes = bytes(random.nextInt(40));
      site.steps.await(handle.append(ByteBuffer.wrap(bytes)));
      put(expected.length, bytes);
    }

    private void put(int offset, byte[] bytes) {
      if (bytes.length > 0) {
        expected = Arrays.copyOf(expected, Math.max(expected.length, offset + bytes.length));
        System.arraycopy(bytes, 0, expected, offset, bytes.length);
      }
    }

    private byte[] bytes(int length) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }

    private void read(HandleData handle) {
      int offset = random.nextInt(MAX_BYTES + 20);
      ByteBuffer into = ByteBuffer.allocate(random.nextInt(MAX_BYTES));
      int length = site.steps.await(handle.read(offset, into));
      int there = Math.max(0, Math.min(into.capacity(), expected.length - offset));
      assertThat(length).isEqualTo(there);
      assertThat(Arrays.copyOf(into.array(), length))
          .isEqualTo(
              there == 0 ? new byte[0] : Arrays.copyOfRange(expected, offset, offset + there));
    }

    private void resize(HandleData handle) {
      int size = random.nextInt(3) == 0 ? 0 : random.nextInt(MAX_BYTES);
      site.steps.await(
          handle.change(
              true,
              false,
              () ->
                  site.steps.later(
                      () -> {
                        site.file.truncate(size);
                        return handle.calls().stat();
                      })));
      expected = Arrays.copyOf(expected, size);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void concurrentAppendsAreAtomicAndComplete(boolean goesDirect) {
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        appendFromSeveralClients(new FakeSite(seed), goesDirect);
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static void appendFromSeveralClients(FakeSite site, boolean goesDirect) {
    int clients = 3;
    int records = 12;
    List<String> expected = new ArrayList<>();
    List<CompletableFuture<?>> ends = new ArrayList<>();
    for (int c = 0; c < clients; c++) {
      HandleData handle = site.open(site.client(goesDirect), false);
      CompletableFuture<Void> chain = Futures.DONE;
      for (int r = 0; r < records; r++) {
        String record = "<client " + c + " record " + r + ">";
        expected.add(record);
        chain =
            chain.thenCompose(done -> handle.append(ByteBuffer.wrap(record.getBytes(US_ASCII))));
        if (site.random.nextInt(3) == 0) {
          chain = chain.thenCompose(done -> handle.flush());
        }
      }
      ends.add(chain.thenCompose(done -> handle.close(CloseMode.FLUSH)));
    }
    ends.forEach(site.steps::await);
    String all = new String(site.file.contents(), US_ASCII);
    assertThat(Arrays.stream(all.split("(?<=>)", -1)).filter(text -> !text.isEmpty()))
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(site.file.isStored()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void concurrentWritesToDisjointRangesAreKept(boolean goesDirect) {
    for (long seed = 0; seed < SEEDS; seed++) {
      try {
        writeFromSeveralClients(new FakeSite(seed), goesDirect);
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static void writeFromSeveralClients(FakeSite site, boolean goesDirect) {
    int clients = 3;
    int pieces = 30;
    byte[] expected = new byte[clients * pieces * 4];
    List<CompletableFuture<?>> ends = new ArrayList<>();
    for (int c = 0; c < clients; c++) {
      HandleData handle = site.open(site.client(goesDirect), false);
      CompletableFuture<Void> chain = Futures.DONE;
      for (int p = 0; p < pieces; p++) {
        int offset = (p * clients + c) * 4;
        byte[] bytes = {(byte) (c + 1), (byte) p, (byte) c, 1};
        System.arraycopy(bytes, 0, expected, offset, bytes.length);
        chain = chain.thenCompose(done -> handle.write(offset, ByteBuffer.wrap(bytes)));
        if (site.random.nextInt(5) == 0) {
          chain = chain.thenCompose(done -> handle.flush());
        }
      }
      ends.add(chain.thenCompose(done -> handle.close(CloseMode.FLUSH)));
    }
    ends.forEach(site.steps::await);
    assertThat(site.file.contents()).isEqualTo(expected);
  }
}
