package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.LocalPaths;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Quoting;
import io.gigafs.client.GigaClient;
import io.gigafs.tree.LinkedCopies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga export}: copies a tree to a local directory. */
@Command(
    name = "export",
    description = {
      "Copies a directory of the cluster, with everything below it, to a local directory.",
      "",
      "Names, bytes, holes, modes, owners (for root), times, hard and symbolic links, extended",
      "attributes and access control lists are preserved; sockets are left out. If interrupted, it",
      "resumes when it is started again: existing files with the same size and time are kept, and",
      "files that only DIR has are not removed. Files that change meanwhile are copied in an old",
      "or new state."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga export -c giga://10.0.0.1:7000/ / /mnt/new-storage",
      "  giga export -c giga://10.0.0.1:7000/ --json /projects/x /backup/x"
    })
public final class ExportCommand extends FileCommand {
  @Mixin
  @SuppressWarnings("UnusedVariable") // for picocli alone
  private final FsCommand cluster;

  @Option(names = "--sync", description = "Succeed only when all bytes are on disks.")
  private boolean sync;

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  @Parameters(index = "0", paramLabel = "PATH", description = "The directory to export.")
  private String path = "";

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      description = "The local directory that becomes a copy of PATH; created if it is missing.")
  private String directory = "";

  public ExportCommand(FsCommand cluster) {
    super(cluster);
    this.cluster = cluster;
  }

  @Override
  protected List<String> paths() {
    return List.of(path);
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) throws IOException {
    Operand source = operands.get(0);
    if (!stat(client, source).isDirectory()) {
      throw CommandException.failed(source.shown() + ": Not a directory");
    }
    Path target = LocalPaths.of(directory);
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw CommandException.failed(Quoting.ifNeeded(directory) + ": Not a directory");
    }
    try (LocalCopy copy = new LocalCopy(this, client, LocalCopyRules.exporting(sync), false)) {
      copy.attempt(
          source.shown(),
          Quoting.ifNeeded(directory),
          () -> new GetRun(copy, new LinkedCopies<>(), source, target).run());
      if (json) {
        copy.printJson(hasFailed());
      } else {
        out().println("exported " + source.shown() + ": " + copy.summary());
      }
    }
  }
}
