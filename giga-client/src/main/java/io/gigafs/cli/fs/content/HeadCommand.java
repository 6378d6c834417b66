package io.gigafs.cli.fs.content;

import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.fs.operand.FsCommand;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code head}. */
@Command(
    name = "head",
    description = "Prints the first lines of files, ten by default.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs head -n 3 /a/log",
      "  giga fs head -c 1M /a/data",
      "  giga fs head -n -1 /a/table"
    })
public final class HeadCommand extends PartCommand {
  public HeadCommand(FsCommand fs) {
    super(fs);
  }

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "[-]N",
      description = "The number of lines; with -, all but that number of last lines.")
  void setLinesOption(String text) {
    setLines(text);
  }

  @Option(
      names = {"-c", "--bytes"},
      paramLabel = "[-]N",
      description = "The number of bytes (K, M, G: powers of 1024); with -, all but the last ones.")
  void setBytesOption(String text) {
    setBytes(text);
  }

  @Override
  char sign() {
    return '-';
  }

  @Override
  FileRange range(ClusterFile file, LineSearch search, Amount wanted) throws IOException {
    long end;
    if (wanted.signed()) {
      long size = file.size();
      end = wanted.ofBytes() ? size - wanted.count() : search.before(wanted.count(), size);
    } else {
      end = wanted.ofBytes() ? wanted.count() : search.after(wanted.count());
    }
    return new FileRange(0, end);
  }
}
