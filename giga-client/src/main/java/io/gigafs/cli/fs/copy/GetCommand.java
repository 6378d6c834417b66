package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.data.LocalPaths;
import io.gigafs.cli.fs.operand.DestinationOptions;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Quoting;
import io.gigafs.client.GigaClient;
import io.gigafs.client.OpenOptions;
import io.gigafs.index.InodeId;
import io.gigafs.tree.LinkedCopies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code get}: from a cluster to this machine. */
@Command(
    name = "get",
    description = {
      "Copies files from the cluster to this machine; to standard output if LOCAL is -.",
      "A file appears, or replaces an existing one, when it is complete."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs get /projects/x/result.h5 .",
      "  giga fs get -a --resume /projects/x /backup",
      "  giga fs get /a/archive.tar - | tar x"
    })
public final class GetCommand extends FileCommand {
  private static final String STANDARD_OUTPUT = "-";

  @Mixin private final DestinationOptions destinations = new DestinationOptions();
  @Mixin private final LocalCopyOptions options = new LocalCopyOptions();

  @Parameters(
      paramLabel = "PATH... LOCAL",
      arity = "0..*",
      description = "The sources, and the local target: a directory, or with one PATH a new name.")
  private List<String> words = new ArrayList<>();

  public GetCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected void check() {
    destinations.check(words);
    if (isPiped() && options.isJson()) {
      throw CommandException.usage("not both --json and standard output");
    }
  }

  @Override
  protected List<String> paths() {
    return destinations.sources(words);
  }

  private boolean isPiped() {
    return destinations.destination(words).equals(STANDARD_OUTPUT);
  }

  @Override
  protected void run(GigaClient client, List<Operand> sources) {
    try (LocalCopy copy =
        new LocalCopy(this, client, options.rules(), destinations.isVerbose() && !isPiped())) {
      if (isPiped()) {
        forEach(sources, source -> print(client, source, copy));
        return;
      }
      Path destination = LocalPaths.of(destinations.destination(words));
      boolean into =
          destinations.goInto(
              Quoting.ifNeeded(destinations.destination(words)),
              sources.size(),
              () -> Files.isDirectory(destination));
      LinkedCopies<InodeId, Path> links = new LinkedCopies<>();
      for (Operand source : sources) {
        Path target =
            into && !source.path().isRoot()
                ? LocalPaths.child(destination, source.path().name().bytes())
                : destination;
        copy.attempt(
            source.shown(),
            Quoting.ifNeeded(target.toString()),
            () -> new GetRun(copy, links, source, target).run());
      }
      if (options.isJson()) {
        copy.printJson(hasFailed());
      }
    }
  }

  private void print(GigaClient client, Operand source, LocalCopy copy) throws IOException {
    try (ClusterFile file = ClusterFile.open(client, source.path(), OpenOptions.READ)) {
      copy.progress().expect(file.size());
      copy.bytes().copy(file, (offset, bytes) -> out().print(bytes), 0);
    }
    copy.progress().addFile();
  }
}
