package io.gigafs.cli.bench;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Base of the operations of {@code giga bench}. */
abstract class BenchOperation implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--dir",
      paramLabel = "PATH",
      required = true,
      description = "The directory of the files; created if it is missing.")
  private String directory = "";

  @Option(
      names = {"-t", "--threads"},
      paramLabel = "T",
      description = "Number of threads that send requests. Default: ${DEFAULT-VALUE}.")
  private int threads = 1;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "Connections to each server. Default: ${DEFAULT-VALUE}.")
  private int connections = 1;

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  private final Shell shell;
  private final String operation;

  BenchOperation(Shell shell, String operation) {
    this.shell = shell;
    this.operation = operation;
  }

  /** Checks options that picocli cannot. */
  void check() {
    checkPositive("--threads", threads);
    checkPositive("--connections", connections);
  }

  /** The maximum number of outstanding requests. */
  abstract int requestsInFlight();

  /** The data path to the bytes of large files. */
  final DataPath dataPath() {
    return cluster.dataPath();
  }

  /** Runs the benchmark itself. */
  abstract BenchReport measure(GigaClient client, GigaPath directory)
      throws InterruptedException, IOException;

  @Override
  public final Integer call() throws IOException, InterruptedException {
    check();
    GigaPath path = directory();
    ClientSettings settings = cluster.settings(shell, cluster.required(shell));
    settings =
        settings.toBuilder()
            .connectionsPerServer(connections)
            .maxInFlight(Math.max(settings.maxInFlight(), 2 * requestsInFlight()))
            .build();
    BenchReport report;
    try (GigaClient client = shell.connector().connect(settings)) {
      makeDirectory(client, path);
      report = measure(client, path);
    }
    return report.print(shell, spec, operation, json);
  }

  final int threads() {
    return threads;
  }

  /** Shows a growing count and its rate. */
  final ProgressLine progress(LongSupplier count, String of) {
    long began = System.nanoTime();
    return ProgressLine.forPeople(
        shell,
        () -> {
          long done = count.getAsLong();
          double seconds = (System.nanoTime() - began) / 1e9;
          return operation + ": " + done + of + ", " + Math.round(done / seconds) + "/s";
        });
  }

  static void checkPositive(String option, long value) {
    if (value < 1) {
      throw CommandException.usage(option + " is at least 1, not " + value);
    }
  }

  static void checkNotNegative(String option, long value) {
    if (value < 0) {
      throw CommandException.usage(option + " is at least 0, not " + value);
    }
  }

  private GigaPath directory() {
    if (!directory.startsWith("/")) {
      throw CommandException.usage("--dir: '" + directory + "' is not an absolute path");
    }
    try {
      return GigaPath.parse(directory);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--dir: " + ErrorText.of(e));
    }
  }

  static void makeDirectory(GigaClient client, GigaPath path) throws GigaException {
    for (int depth = 1; depth <= path.names().size(); depth++) {
      GigaPath each = new GigaPath(path.names().subList(0, depth));
      try {
        client.makeDirectory(each, 0755);
      } catch (GigaException e) {
        if (e.code() != ErrorCode.EEXIST && !client.stat(each).isDirectory()) {
          throw e;
        }
      }
    }
  }
}
