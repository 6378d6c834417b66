package io.gigafs.cli.cache;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga cache stat}. */
@Command(
    name = "stat",
    description = {
      "Shows the contents of a mount's data cache, and its counters since the mount.",
      "For a file or directory below the mount: how much of it is in the cache."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  giga cache stat /mnt/giga", "  giga cache stat --json /mnt/giga/datasets/train"})
final class CacheStatCommand implements Callable<Integer> {
  private static final String CACHE = "cache_";

  @Parameters(paramLabel = "PATH", description = "The mount, or a file or directory in it.")
  private Path path = Path.of("");

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Shell shell;
  private boolean hasFailed;

  CacheStatCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException {
    MountedCache cache = MountedCache.of(path);
    return path.toRealPath().equals(cache.root()) ? all(cache) : part();
  }

  private int all(MountedCache cache) throws IOException {
    JsonObject object = new JsonObject();
    for (Map.Entry<String, Long> each : cache.statistics().entrySet()) {
      String counter = each.getKey();
      if (counter.startsWith(CACHE) || counter.startsWith("writeback_")) {
        String name = counter.startsWith(CACHE) ? counter.substring(CACHE.length()) : counter;
        object.put(name, each.getValue());
        if (!json) {
          shell.out().println(name + " " + text(name, each.getValue()));
        }
      }
    }
    if (json) {
      shell.out().println(object.toString());
    }
    return ExitCode.OK;
  }

  private static String text(String name, long value) {
    return name.contains("bytes") ? ByteSizes.format(value) : Long.toString(value);
  }

  private int part() throws IOException {
    AtomicLong files = new AtomicLong();
    AtomicLong bytes = new AtomicLong();
    AtomicLong cached = new AtomicLong();
    MountedCache.visit(
        path,
        (file, size) -> {
          cached.addAndGet(MountedCache.cachedBytes(file));
          bytes.addAndGet(size);
          files.incrementAndGet();
        },
        this::failed);
    shell
        .out()
        .println(
            json
                ? new JsonObject()
                    .put("files", files.get())
                    .put("bytes", bytes.get())
                    .put("cached_bytes", cached.get())
                    .toString()
                : "%s of %s in %d files are in the cache"
                    .formatted(
                        ByteSizes.format(cached.get()),
                        ByteSizes.format(bytes.get()),
                        files.get()));
    if (hasFailed) {
      throw CommandException.failed("not all files could be examined");
    }
    return ExitCode.OK;
  }

  private void failed(Path file, IOException failure) {
    hasFailed = true;
    shell.err().println("giga: " + MountedCache.text(file, failure));
  }
}
