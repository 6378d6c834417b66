package io.gigafs.cli.fs.content;

import io.gigafs.cli.data.ByteCopy;
import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.client.OpenOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** Base of cat, head and tail: prints files or parts of them. */
abstract class PrintingCommand extends FileCommand {
  @Parameters(paramLabel = "PATH", arity = "1..*", description = "The files to print.")
  private List<String> paths = new ArrayList<>();

  PrintingCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected final List<String> paths() {
    return paths;
  }

  /** The part of a file to print. */
  abstract FileRange range(ClusterFile file) throws IOException;

  /** Called before a file is printed. */
  void begin(Operand operand) {}

  @Override
  protected final void run(GigaClient client, List<Operand> operands) {
    try (ByteCopy copy = new ByteCopy(bytes -> {})) {
      forEach(operands, operand -> print(client, operand, copy));
    }
  }

  private void print(GigaClient client, Operand operand, ByteCopy copy) throws IOException {
    if (operand.directoryOnly()) {
      stat(client, operand);
    }
    try (ClusterFile file = ClusterFile.open(client, operand.path(), OpenOptions.READ)) {
      FileRange range = range(file);
      begin(operand);
      copy.copy(range.of(file), (offset, bytes) -> out().print(bytes), range.from());
    }
  }
}
