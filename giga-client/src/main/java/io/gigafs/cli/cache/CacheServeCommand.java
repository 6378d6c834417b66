package io.gigafs.cli.cache;

import io.gigafs.cache.segment.SegmentSettings;
import io.gigafs.cache.service.CacheServer;
import io.gigafs.cache.service.CacheServerSettings;
import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.EndOfInput;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.KeepsLog;
import io.gigafs.cli.Lifetime;
import io.gigafs.cli.Shell;
import io.gigafs.cluster.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code giga cache serve}. */
@Command(
    name = "serve",
    description = {
      "Serves values of any length by keys, for programs that use io.gigafs.cache.",
      "Prints one line 'serving DIR at HOST:PORT' when it is ready, logs on standard error, and"
          + " stops, with exit code 0, at SIGTERM or SIGINT. Values are available"
          + " again after the next start."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  giga cache serve --dir /var/cache/giga --memory 8G --listen 10.0.0.1:7100"})
final class CacheServeCommand implements Callable<Integer>, KeepsLog {

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      required = true,
      description = "The directory of the values, for this cache alone. Created if it is missing.")
  private Path directory = Path.of("");

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      required = true,
      converter = ByteSizes.class,
      description =
          "The capacity for values, in memory (the page cache) and on disk (8G); when"
              + " it is full, values are evicted.")
  private long memoryBytes;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      required = true,
      description = "The address to listen on; port 0 selects any free one.")
  private String listen = "";

  @Option(
      names = "--data-memory",
      paramLabel = "SIZE",
      converter = ByteSizes.class,
      defaultValue = "256M",
      description = "Memory for network transfers: ${DEFAULT-VALUE}.")
  private long dataMemoryBytes;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads that serve connections: half the number of processors.")
  private @Nullable Integer threads;

  @Option(
      names = "--busy-poll",
      paramLabel = "MICROSECONDS",
      description =
          "How long a thread looks for more requests before it sleeps: 50; 0 saves power, and"
              + " each client that waits for its answer has to wake it.")
  private @Nullable Integer busyPollMicros;

  @Option(names = "--stop-on-eof", hidden = true)
  private boolean stopOnEof;

  private final Shell shell;

  CacheServeCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws InterruptedException {
    Endpoint endpoint = endpoint();
    CacheServerSettings settings = settings();
    SegmentSettings segments = segments();
    Lifetime lifetime = Lifetime.begin(false);
    if (stopOnEof) {
      EndOfInput.exits();
    }
    CacheServer server = start(endpoint, segments, settings);
    lifetime.owns(server);
    lifetime.started();
    shell.out().println("serving " + directory + " at " + server.endpoint());
    shell.out().flush();
    lifetime.await();
    return ExitCode.OK;
  }

  private Endpoint endpoint() {
    try {
      return Endpoint.parse(listen);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--listen: " + e.getMessage());
    }
  }

  private CacheServerSettings settings() {
    try {
      CacheServerSettings settings = CacheServerSettings.DEFAULTS.withDataMemory(dataMemoryBytes);
      if (threads != null) {
        settings = settings.withThreads(threads);
      }
      return busyPollMicros == null ? settings : settings.withBusyPoll(busyPollMicros);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(String.valueOf(e.getMessage()));
    }
  }

  private SegmentSettings segments() {
    try {
      return SegmentSettings.of(directory, memoryBytes);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--memory is too small: " + e.getMessage());
    }
  }

  private static CacheServer start(
      Endpoint endpoint, SegmentSettings segments, CacheServerSettings settings) {
    try {
      return CacheServer.open(endpoint, segments, settings);
    } catch (IOException e) {
      throw CommandException.failed(ErrorText.oneLine(String.valueOf(e.getMessage())), e);
    }
  }
}
