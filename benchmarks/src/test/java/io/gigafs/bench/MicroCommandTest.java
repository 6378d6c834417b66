package io.gigafs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.rpc.LeakCheck;
import io.gigafs.tablefs.engine.rocksdb.NativeHandles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the command {@code giga-bench micro} and runs every benchmark once. */
@ExtendWith(LeakCheck.class)
class MicroCommandTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** These tests need no exact times, so they do not wait for JMH's lock. */
  @BeforeAll
  static void runsBesideOthers() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  private int micro(String... arguments) {
    String[] all = Stream.concat(Stream.of("micro"), Stream.of(arguments)).toArray(String[]::new);
    return new CommandLine(new BenchMain())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  private Path results() {
    return directory.resolve("results");
  }

  private static List<Path> scratch() throws IOException {
    try (Stream<Path> found = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return found.filter(path -> path.getFileName().toString().startsWith("giga-micro-")).toList();
    }
  }

  private static List<String> gigaThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("giga-"))
        .sorted()
        .toList();
  }

  @Test
  void everyBenchmarkRunsAndReleasesResources() throws Exception {
    long handles = NativeHandles.open();
    List<Path> scratch = scratch();
    assertThat(micro("--once", "--out", results().toString())).as("%s", err).isZero();
    assertThat(NativeHandles.open()).isEqualTo(handles);
    assertThat(scratch()).isEqualTo(scratch);
    assertThat(gigaThreads()).isEmpty();
    List<String> table = Files.readAllLines(results().resolve("micro.txt"));
    assertThat(table.get(0)).matches("benchmark +parameters +ns/op +\\+- +B/op");
    assertThat(out.toString()).contains(table);
    assertThat(table.stream().map(row -> row.split(" ", 2)[0]).skip(1).distinct())
        .containsExactlyElementsOf(listed());
  }

  private List<String> listed() {
    out.getBuffer().setLength(0);
    assertThat(micro("--list")).isZero();
    return out.toString().lines().toList();
  }

  @Test
  void writesResultsAsJson() throws Exception {
    Path json = directory.resolve("names.json");
    assertThat(
            micro(
                "-f", "^name", "--once", "--out", results().toString(), "--json", json.toString()))
        .as("%s", err)
        .isZero();
    assertThat(Files.readString(json))
        .startsWith("[")
        .contains("\"benchmark\" : \"io.gigafs.bench.micro.NameBenchmark.position\"")
        .contains("\"bytes\" : \"255\"")
        .contains("\"gc.alloc.rate.norm\"")
        .doesNotContain("Store");
    assertThat(results().resolve("micro.json")).hasSameTextualContentAs(json);
    assertThat(Files.readString(results().resolve("jmh.log"))).contains("NameBenchmark.position");
    assertThat(Files.readString(results().resolve("machine.json"))).contains("\"commit\":");
    assertThat(out.toString()).contains("Name.position bytes=14: ");
  }

  @Test
  void listsMatchingBenchmarks() {
    assertThat(micro("--list", "--filter", "storeput")).isZero();
    assertThat(out.toString().lines()).containsExactly("StorePut.alone", "StorePut.ofMany");
  }

  @Test
  void refusesPatternWithoutMatch() {
    assertThat(micro("-f", "nothing-like-it")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("no benchmark matches 'nothing-like-it'; --list names them");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void refusesInvalidPattern() {
    assertThat(micro("-f", "Store(")).isEqualTo(2);
    assertThat(err.toString()).contains("'Store(' is no regular expression: Unclosed group");
  }

  @Test
  void refusesZeroForksOrIterations() {
    assertThat(micro("--forks", "0")).isEqualTo(2);
    assertThat(micro("--iterations", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--forks and --iterations are 1 or more");
  }

  @Test
  void keepsEarlierResults() throws Exception {
    Files.createDirectories(results());
    Files.writeString(results().resolve("micro.json"), "dear");
    assertThat(micro("-f", "^name", "--once", "--out", results().toString())).isEqualTo(2);
    assertThat(err.toString()).contains("--out " + results() + " holds results already");
    assertThat(results().resolve("micro.json")).hasContent("dear");
  }

  @Test
  void usageErrorsAreReported() {
    assertThat(micro("--fast")).isEqualTo(2);
    assertThat(err.toString()).contains("Unknown option: '--fast'");
    assertThat(micro()).isEqualTo(2);
    assertThat(err.toString()).contains("--out says where results go");
  }
}
