package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.TestSeeds;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.TestBlocks;
import io.gigafs.cache.service.CacheClient;
import io.gigafs.cache.service.CacheClientSettings;
import io.gigafs.cache.value.TestValues;
import io.gigafs.cache.value.ValueInput;
import io.gigafs.cache.value.ValueOutput;
import io.gigafs.cache.value.ValueStoreContract;
import io.gigafs.cli.ChildProcess;
import io.gigafs.cluster.Endpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code giga cache serve}, as a process. */
class CacheServeCommandIT {
  private static final Duration START = Duration.ofMinutes(2);
  private static final int MEBIBYTE = 1 << 20;

  @TempDir Path directory;

  private ChildProcess serve(String listen, String memory) {
    return ChildProcess.start(
        "cache",
        directory.resolve("cache.log"),
        List.of("-Xmx256m"),
        List.of(
            "cache",
            "serve",
            "--dir",
            directory.resolve("cache").toString(),
            "--memory",
            memory,
            "--listen",
            listen));
  }

  private static Endpoint endpoint(ChildProcess server) throws InterruptedException {
    String line = server.awaitReady(START);
    assertThat(line).startsWith("serving ");
    return Endpoint.parse(line.substring(line.lastIndexOf(' ') + 1));
  }

  @Test
  void valuesSurviveATermination() throws IOException, InterruptedException {
    byte[] large = TestBlocks.bytes(1, 7 * MEBIBYTE + 3);
    byte[] small = TestBlocks.bytes(2, 1000);
    try (ChildProcess server = serve("127.0.0.1:0", "256M");
        CacheClient client = new CacheClient(endpoint(server), CacheClientSettings.DEFAULTS)) {
      assertThat(client.put(CacheKey.of("large"), ByteBuffer.wrap(large))).isTrue();
      assertThat(client.put(CacheKey.of("small"), ByteBuffer.wrap(small))).isTrue();
      ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
      // Sends SIGTERM.
      assertThat(process.destroy()).isTrue();
      process.onExit().join();
    }
    try (ChildProcess server = serve("127.0.0.1:0", "256M");
        CacheClient client = new CacheClient(endpoint(server), CacheClientSettings.DEFAULTS)) {
      assertThat(client.get(CacheKey.of("large"))).isEqualTo(large);
      assertThat(client.get(CacheKey.of("small"))).isEqualTo(small);
    }
  }

  @Test
  void startFailuresAreReported() throws InterruptedException {
    try (ChildProcess server = serve("127.0.0.1:0", "256M")) {
      String address = endpoint(server).toString();
      assertRefused(address, "256M", "is in use by");
      assertRefused(address, "1M", "--memory is too small");
      assertRefused("nonsense", "256M", "--listen");
    }
    try (ChildProcess server =
        ChildProcess.start(
            "other",
            directory.resolve("other.log"),
            List.of("-Xmx256m"),
            List.of(
                "cache",
                "serve",
                "--dir",
                directory.resolve("other").toString(),
                "--memory",
                "256M",
                "--listen",
                "127.0.0.1:0"))) {
      assertRefused(endpoint(server).toString(), "256M", "the address is in use already");
    }
  }

  private void assertRefused(String listen, String memory, String reason) {
    try (ChildProcess refused = serve(listen, memory)) {
      assertThatThrownBy(() -> refused.awaitReady(START)).hasMessageContaining(reason);
    }
  }

  /** The server is killed under load repeatedly: each value read is complete and was put before. */
  @Test
  void killsLeaveNoWrongBytes() throws Exception {
    int rounds = Integer.getInteger("giga.cache.kills", 4);
    long seed = TestSeeds.one(1);
    SplittableRandom random = new SplittableRandom(seed);
    int found = 0;
    for (int round = 0; round < rounds; round++) {
      try (ChildProcess server = serve("127.0.0.1:0", "128M");
          CacheClient client = new CacheClient(endpoint(server), CacheClientSettings.DEFAULTS)) {
        for (int key = 0; key < 8; key++) {
          byte[] value = client.get(CacheKey.of("k" + key));
          if (value != null) {
            found++;
            assertThat(TestValues.isWhole(value)).as("seed %s, round %s", seed, round).isTrue();
          }
        }
        int puts = 20 + random.nextInt(60);
        putUntilKilled(client, server, seed * 1000 + round, puts);
      }
    }
    assertThat(found).as("values that outlived a kill").isPositive();
  }

  private static void putUntilKilled(CacheClient client, ChildProcess server, long seed, int puts)
      throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger done = new AtomicInteger();
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      SplittableRandom random = new SplittableRandom(seed * 10 + i);
      Thread writer =
          new Thread(
              () -> {
                try {
                  while (!isOver.get()) {
                    int length = 12 + random.nextInt(random.nextBoolean() ? 5000 : 4 * MEBIBYTE);
                    client.put(
                        CacheKey.of("k" + random.nextInt(8)),
                        ByteBuffer.wrap(TestValues.of(random.nextLong(), length)));
                    if (done.incrementAndGet() == puts) {
                      ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroyForcibly);
                      isOver.set(true);
                    }
                  }
                } catch (IOException e) {
                  // The server was killed.
                  isOver.set(true);
                }
              });
      writers.add(writer);
      writer.start();
    }
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(done.get()).isGreaterThanOrEqualTo(puts);
  }

  @Test
  @EnabledIfSystemProperty(named = "giga.full", matches = "true")
  void valuesOfSeveralGibibytesAreStreamed() throws Exception {
    long blocks = 3 * 1024 + 1;
    try (ChildProcess server = serve("127.0.0.1:0", "5G");
        CacheClient client = new CacheClient(endpoint(server), CacheClientSettings.DEFAULTS)) {
      byte[] block = TestBlocks.bytes(1, MEBIBYTE);
      try (ValueOutput output = client.create(CacheKey.of("large"))) {
        for (long i = 0; i < blocks; i++) {
          ByteBuffer.wrap(block).putLong(i);
          output.write(block);
        }
        assertThat(output.commit()).isTrue();
      }
      try (ValueInput input = ValueStoreContract.opened(client, CacheKey.of("large"))) {
        assertThat(input.length()).isEqualTo(blocks * MEBIBYTE);
        for (long i = 0; i < blocks; i++) {
          ByteBuffer.wrap(block).putLong(i);
          assertThat(Arrays.equals(input.readNBytes(MEBIBYTE), block)).as("block %s", i).isTrue();
        }
        assertThat(input.read()).isEqualTo(-1);
      }
    }
  }
}
