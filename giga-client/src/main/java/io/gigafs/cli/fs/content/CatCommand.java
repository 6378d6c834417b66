package io.gigafs.cli.fs.content;

import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.fs.operand.FsCommand;
import picocli.CommandLine.Command;

/** {@code cat}. */
@Command(
    name = "cat",
    description = "Prints files.",
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs cat /a/log", "  giga fs cat /parts/* | tar x"})
public final class CatCommand extends PrintingCommand {
  public CatCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  FileRange range(ClusterFile file) {
    return FileRange.ALL;
  }
}
