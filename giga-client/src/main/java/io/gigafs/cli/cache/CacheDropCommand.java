package io.gigafs.cli.cache;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga cache drop}. */
@Command(
    name = "drop",
    description = {
      "Drops files from the data cache of a mount; the files themselves are left alone.",
      "Data that the mount has not uploaded yet is not dropped, and is reported.",
      "The caller needs write permission for the files. The space is not returned to the"
          + " disk: the cache reuses it for other files."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga cache drop /mnt/giga/datasets/old",
      "  giga cache drop --all /mnt/giga                   everything in the cache; for root"
    })
final class CacheDropCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files and directories.")
  private List<Path> paths = new ArrayList<>();

  @Option(names = "--all", description = "Everything in the cache of the mount.")
  private boolean all;

  private final Shell shell;
  private boolean hasFailed;

  CacheDropCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException {
    for (Path path : paths) {
      MountedCache cache = MountedCache.of(path);
      if (all) {
        MountedCache.drop(cache.root());
      } else {
        MountedCache.visit(path, (file, size) -> MountedCache.drop(file), this::failed);
      }
      reportBacklog(cache);
    }
    if (hasFailed) {
      throw CommandException.failed("not all files could be dropped");
    }
    return ExitCode.OK;
  }

  /**
   * Reports bytes that exist only in the writeback journal. They are not copies of a volume's
   * bytes, so they are not dropped.
   */
  private void reportBacklog(MountedCache cache) throws IOException {
    Map<String, Long> counts = cache.statistics();
    long bytes = counts.getOrDefault("writeback_backlog_bytes", 0L);
    if (bytes > 0) {
      shell
          .err()
          .println(
              "giga: "
                  + cache.root()
                  + ": "
                  + bytes
                  + " bytes of "
                  + counts.getOrDefault("writeback_backlog_files", 0L)
                  + " files in the writeback journal are not on their volumes yet, and are not"
                  + " dropped: the mount uploads them (giga cache stat shows what is left)");
    }
  }

  private void failed(Path file, IOException failure) {
    hasFailed = true;
    shell.err().println("giga: " + MountedCache.text(file, failure));
  }
}
