package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.LocalPaths;
import io.gigafs.cli.fs.operand.DestinationOptions;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Quoting;
import io.gigafs.client.GigaClient;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code put}: from this machine to a cluster. */
@Command(
    name = "put",
    description = {
      "Copies local files to the cluster; standard input if LOCAL is -.",
      "A large file appears, or replaces an existing one, when it is complete."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs put result.h5 /projects/x",
      "  giga fs put -a --resume /data/set1 /projects/x",
      "  tar c src | giga fs put - /archive/src.tar"
    })
public final class PutCommand extends FileCommand {
  private static final String STANDARD_INPUT = "-";
  private static final int NEW_MODE = 0666;

  @Mixin private final DestinationOptions destinations = new DestinationOptions();
  @Mixin private final LocalCopyOptions options = new LocalCopyOptions();

  @Parameters(
      paramLabel = "LOCAL... PATH",
      arity = "0..*",
      description =
          "The local sources, and the destination: a directory, or with one LOCAL a new name.")
  private List<String> words = new ArrayList<>();

  public PutCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected void check() {
    destinations.check(words);
    List<String> sources = destinations.sources(words);
    if (sources.contains(STANDARD_INPUT) && sources.size() > 1) {
      throw CommandException.usage("- goes with no other source");
    }
  }

  @Override
  protected List<String> paths() {
    return List.of(destinations.destination(words));
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    Operand destination = operands.get(0);
    List<String> sources = destinations.sources(words);
    boolean into =
        destinations.goInto(
            destination.shown(), sources.size(), () -> leadsToDirectory(client, destination));
    try (LocalCopy copy = new LocalCopy(this, client, options.rules(), destinations.isVerbose())) {
      PutRun run = new PutRun(copy);
      for (String source : sources) {
        Operand target = into ? destination.child(name(source)) : destination;
        copy.attempt(
            Quoting.ifNeeded(source), target.shown(), () -> put(run, source, target, into));
      }
      if (options.isJson()) {
        copy.printJson(hasFailed());
      }
    }
  }

  /** The name of a source in the destination directory. */
  private static Name name(String source) {
    byte[] name = LocalPaths.name(LocalPaths.of(source).toAbsolutePath().normalize());
    if (name.length == 0) {
      throw CommandException.failed(source + ": it has no name: give one, with -T");
    }
    return Name.of(name);
  }

  private void put(PutRun run, String source, Operand target, boolean into) throws IOException {
    if (!source.equals(STANDARD_INPUT)) {
      run.put(LocalPaths.of(source), target);
    } else if (into) {
      throw ErrorCode.EISDIR.exception(target.text());
    } else {
      run.files().put(shell().in(), newFile(), target);
    }
  }

  private static FileAttributes newFile() {
    return new FileAttributes(InodeId.ROOT, FileType.REGULAR, NEW_MODE, 0, 0, 0, 1, 0, 0, 0, 0);
  }
}
