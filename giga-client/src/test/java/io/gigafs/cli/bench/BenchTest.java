package io.gigafs.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gigafs.cli.InMemoryClient;
import io.gigafs.cli.TestShell;
import io.gigafs.index.Name;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.NumberedNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code giga bench} on a cluster in memory: what it does and reports, not how fast. */
class BenchTest {
  private final ExecutorService executor = Executors.newFixedThreadPool(2);
  private final TestShell shell = new TestShell(new InMemoryClient(executor));

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  private JsonNode ok(String line) throws Exception {
    TestShell.Result result = shell.run(line + " --json");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return new ObjectMapper().readTree(result.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-t 1", "-t 3", "-t 3 -w 16", "-t 3 -b 7", "-t 2 -w 4 -b 64"})
  void benchCreatesStatsListsAndUnlinksFiles(String how) throws Exception {
    JsonNode created = ok("bench create --dir /b/d -n 1000 " + how);
    assertThat(created.fieldNames())
        .toIterable()
        .startsWith("op", "files", "seconds", "ops_per_s", "p50_us", "p99_us", "errors");
    assertThat(created.at("/op").asText()).isEqualTo("create");
    assertThat(created.at("/files").asLong()).isEqualTo(1000);
    assertThat(created.at("/errors").asLong()).isZero();
    assertThat(created.at("/ops_per_s").asDouble()).isPositive();
    assertThat(ok("bench stat --dir /b/d -n 1000 -t 2 -w 8").at("/files").asLong()).isEqualTo(1000);
    assertThat(ok("bench readdir --dir /b/d -t 2").at("/files").asLong()).isEqualTo(2000);
    assertThat(ok("bench readdir --dir /b/d --files 2500").at("/files").asLong())
        .isBetween(2500L, 3000L);
    assertThat(ok("bench readdir --dir /b/d --files 10").at("/files").asLong())
        .isBetween(10L, 1000L);
    assertThat(ok("bench unlink --dir /b/d -n 1000 -t 5").at("/files").asLong()).isEqualTo(1000);
    assertThat(shell.run("fs ls /b/d").out()).isEmpty();
  }

  @Test
  void mixedLoadCreatesAndStats() throws Exception {
    assertThat(
            ok("bench mixed --dir /m -n 1000 -t 2 -w 16 --stat-percent 40").at("/files").asLong())
        .isEqualTo(1000);
    assertThat(shell.run("fs ls /m").out().lines().count()).isBetween(550L, 650L);
  }

  @Test
  void errorsAreCountedAndTheFirstShown() throws Exception {
    ok("bench create --dir /d -n 10");
    for (String how : new String[] {"-w 4", "-b 4"}) {
      TestShell.Result result = shell.run("bench create --dir /d -n 20 --json " + how);
      assertThat(result.exitCode()).isEqualTo(1);
      JsonNode json = new ObjectMapper().readTree(result.out());
      assertThat(json.at("/errors").asLong()).isEqualTo(how.equals("-w 4") ? 10 : 20);
      assertThat(result.err())
          .containsPattern("giga bench create: /d/f00000000000\\d\\d: File exists\n")
          .endsWith(" errors in all\n");
    }
  }

  @Test
  void benchAbortsAfterTooManyErrors() throws Exception {
    TestShell.Result result = shell.run("bench stat --dir /d -n 10000 --max-errors 5 --json");
    assertThat(result.exitCode()).isEqualTo(1);
    JsonNode json = new ObjectMapper().readTree(result.out());
    assertThat(json.at("/aborted").asBoolean()).isTrue();
    assertThat(json.at("/errors").asLong()).isLessThan(10);
  }

  @Test
  void defaultOutputIsText() {
    assertThat(shell.run("bench create --dir /d -n 3").out())
        .matches("create: 3 files in \\S+ s: \\d+/s; latency p50 \\d+ us, .*; 0 errors\n");
  }

  @Test
  void namesAreNumbers() {
    assertThat(NumberedNames.of(42)).hasToString("f0000000000042");
    assertThat(NumberedNames.numberOf(NumberedNames.of(9_999_999_999_999L)))
        .isEqualTo(9_999_999_999_999L);
    assertThat(NumberedNames.numberOf(Name.of("f000000000004x"))).isEqualTo(-1);
    assertThat(NumberedNames.numberOf(Name.of("f42"))).isEqualTo(-1);
  }

  @Test
  void threadsSplitTheFileNumbers() {
    LoadGenerator.Shape shape = new LoadGenerator.Shape(3, 11, 1, 1, 0);
    assertThat(new long[] {shape.firstOf(0), shape.firstOf(1), shape.firstOf(2), shape.firstOf(3)})
        .containsExactly(0, 4, 8, 11);
  }

  @Test
  void dataIsMeasuredAgainstADirectory(@TempDir Path volume) throws Exception {
    String data =
        "bench data --dir /b --volume " + volume + " --stream 2500K --rounds 2 -n 20 -t 3 -w 4";
    JsonNode written = ok(data + " --sync --do write");
    assertThat(written.at("/stream/write/ratio").asDouble()).isPositive();
    assertThat(written.at("/files/write/volume_per_s").asDouble()).isPositive();
    assertThat(written.at("/stream/read").isMissingNode()).isTrue();
    assertThat(Files.size(volume.resolve("stream"))).isEqualTo(2500 << 10);
    assertThat(shell.run("fs stat /b/stream").out()).contains("2560000");
    JsonNode read = ok(data + " --do read,remove");
    assertThat(read.at("/stream/read/giga_mb_per_s").asDouble()).isPositive();
    assertThat(read.at("/stream/read/giga_seconds")).hasSize(read.at("/stream/rounds").asInt());
    assertThat(read.at("/files/read/giga_per_s").asDouble()).isPositive();
    assertThat(volume).isEmptyDirectory();
    assertThat(shell.run("fs ls /b").out()).isEmpty();
    assertThat(shell.run(data).out())
        .containsPattern("  write +giga \\d+ MB/s, volume \\d+ MB/s: ")
        .endsWith("0 errors\n");
  }

  @Test
  void warmupUsesOtherFiles(@TempDir Path volume) throws Exception {
    String data = "bench data --dir /b --volume " + volume + " -n 20 --warmup 30 --do write";
    assertThat(ok(data).at("/files/files").asInt()).isEqualTo(20);
    assertThat(volume.resolve("warmup")).isEmptyDirectory();
    assertThat(shell.run("fs ls /b/warmup").out()).isEmpty();
    assertThat(shell.run("fs ls /b").out().lines()).hasSize(21);
    assertThat(shell.run(data.replace("30", "-1")).exitCode()).isEqualTo(2);
  }

  @Test
  void warmupRoundsAreNotCounted(@TempDir Path volume) throws Exception {
    String data =
        "bench data --dir /b --volume " + volume + " --stream 1M --rounds 2 --warmup-rounds 3";
    JsonNode stream = ok(data).at("/stream");
    assertThat(stream.at("/warmup_rounds").asInt()).isEqualTo(3);
    for (String phase : List.of("write", "read")) {
      assertThat(stream.at("/" + phase + "/giga_seconds")).hasSize(2);
      assertThat(stream.at("/" + phase + "/volume_seconds")).hasSize(2);
    }
    assertThat(volume).isEmptyDirectory();
    assertThat(shell.run("fs ls /b").out()).isEmpty();
    assertThat(shell.run(data.replace("3", "-1")).exitCode()).isEqualTo(2);
  }

  @Test
  void wrongBytesAreReported(@TempDir Path volume) throws Exception {
    String data = "bench data --dir /b --volume " + volume + " --stream 1M --rounds 1 -n 3 -t 1";
    ok(data + " --do write");
    Files.write(volume.resolve("stream"), new byte[1 << 20]);
    Files.write(volume.resolve("f0000000000001"), new byte[0]);
    TestShell.Result result = shell.run(data + " --do read");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err())
        .contains("byte 0 and what follows was read other than it was written")
        .contains("f0000000000001: holds other bytes than were written");
  }

  @Test
  void dataBenchRequiresAStreamOrFiles(@TempDir Path volume) {
    TestShell.Result result = shell.run("bench data --dir /b --volume " + volume);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--stream SIZE, --files N or both");
  }
}
