package io.gigafs.cli.fs;

import io.gigafs.cli.data.ClusterFile;
import picocli.CommandLine.Command;

/** {@code cat}. */
@Command(
    name = "cat",
    description = "Prints files.",
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs cat /a/log", "  giga fs cat /parts/* | tar x"})
final class CatCommand extends PrintingCommand {
  CatCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  FileRange range(ClusterFile file) {
    return FileRange.ALL;
  }
}
