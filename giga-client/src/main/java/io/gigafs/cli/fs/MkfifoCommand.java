package io.gigafs.cli.fs;

import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.FileType;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code mkfifo}. */
@Command(
    name = "mkfifo",
    description = "Creates named pipes, which work through mounts of the cluster.",
    footerHeading = "%nExamples:%n",
    footer = "  giga fs mkfifo -m 600 /a/pipe")
final class MkfifoCommand extends NodeCommand {
  @Parameters(paramLabel = "PATH", arity = "1..*", description = "The new pipes.")
  private List<String> paths = new ArrayList<>();

  MkfifoCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    forEach(operands, operand -> make(client, operand.path(), FileType.FIFO, 0));
  }
}
