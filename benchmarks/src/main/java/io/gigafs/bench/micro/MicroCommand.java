package io.gigafs.bench.micro;

import io.gigafs.bench.report.Machine;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code giga-bench micro}: runs the benchmarks of this package. */
@Command(
    name = "micro",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the small steps of operations: time in ns and allocated bytes, each per",
      "operation. Use an otherwise idle machine."
    })
public final class MicroCommand implements Callable<Integer> {
  private static final String RESULTS = "micro.json";
  private static final int MILLIS = 1_000;
  private static final int QUICK_MILLIS = 200;

  @Option(
      names = {"-f", "--filter"},
      paramLabel = "REGEX",
      description = "Only benchmarks whose name matches, ignoring case.")
  private String filter = "";

  @Option(names = "--list", description = "Only list the benchmarks.")
  private boolean list;

  @Option(
      names = "--quick",
      description = "Few short iterations: for a rough estimate, not for comparisons.")
  private boolean quick;

  @Option(
      names = "--once",
      description = "Run each once, in this process: a smoke test, not a measurement.")
  private boolean once;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "Processes that measure each benchmark, one after the other. Default: 1.")
  private int forks = 1;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Measurements in each process. Default: 5, with --quick 3.")
  private @Nullable Integer iterations;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the results there, in JMH's format.")
  private @Nullable Path json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory for micro.json, micro.txt, machine.json and jmh.log.")
  private @Nullable Path out;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    List<String> names = selected();
    if (list) {
      names.forEach(screen()::println);
      return 0;
    }
    MicroRun run = plan(names);
    Path directory = directory();
    Path log = directory.resolve("jmh.log");
    try {
      report(run.run(screen(), log), directory);
      return 0;
    } catch (RunnerException e) {
      spec.commandLine().getErr().println("giga-bench: " + ErrorText.of(e) + " (log: " + log + ")");
      return 1;
    }
  }

  private List<String> selected() {
    List<String> names = Suite.matching(pattern());
    if (names.isEmpty()) {
      throw misuse("no benchmark matches '" + filter + "'; --list names them");
    }
    return names;
  }

  private Pattern pattern() {
    try {
      return Pattern.compile(filter, Pattern.CASE_INSENSITIVE);
    } catch (PatternSyntaxException e) {
      throw misuse("'" + filter + "' is no regular expression: " + e.getDescription());
    }
  }

  private ParameterException misuse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private MicroRun plan(List<String> names) {
    int measured = iterations != null ? iterations : quick ? 3 : 5;
    if (forks < 1 || measured < 1) {
      throw misuse("--forks and --iterations are 1 or more");
    }
    if (once) {
      return MicroRun.once(names);
    }
    return quick
        ? new MicroRun(names, forks, measured, 3, QUICK_MILLIS)
        : new MicroRun(names, forks, measured, 5, MILLIS);
  }

  private Path directory() throws IOException {
    if (out == null) {
      throw misuse("--out says where results go");
    }
    Path directory = Files.createDirectories(out).toAbsolutePath().normalize();
    if (Files.exists(directory.resolve(RESULTS))) {
      throw misuse("--out " + directory + " holds results already");
    }
    return directory;
  }

  private void report(Collection<RunResult> results, Path directory) throws IOException {
    writeJson(results, directory.resolve(RESULTS));
    JsonObject machine = new JsonObject();
    Machine.facts(directory).forEach(machine::put);
    Files.writeString(directory.resolve("machine.json"), machine + "\n");
    if (json != null) {
      writeJson(results, json);
    }
    Table table = new Table("benchmark", "parameters", ">ns/op", ">+-", ">B/op");
    for (RunResult result : results) {
      MicroResult row = MicroResult.of(result.getAggregatedResult());
      table.row(row.name(), row.parameters(), row.time(), row.error(), row.allocated());
    }
    Files.write(directory.resolve("micro.txt"), table.lines());
    screen().println();
    table.lines().forEach(screen()::println);
  }

  /** In JMH's own format, which tools can read. */
  private static void writeJson(Collection<RunResult> results, Path file) throws IOException {
    try (PrintStream stream =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, stream).writeOut(results);
      if (stream.checkError()) {
        throw new IOException("cannot write " + file);
      }
    }
  }

  private PrintWriter screen() {
    return spec.commandLine().getOut();
  }
}
