package io.gigafs.cli.fs.content;

import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.fs.operand.FsCommand;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tail}. */
@Command(
    name = "tail",
    description = "Prints the last lines of files, ten by default.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs tail -n 3 /a/log",
      "  giga fs tail -c 1M /a/data",
      "  giga fs tail -n +2 /a/table"
    })
public final class TailCommand extends PartCommand {
  public TailCommand(FsCommand fs) {
    super(fs);
  }

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "[+]N",
      description = "The number of lines; with +, from that line on, the first being 1.")
  void setLinesOption(String text) {
    setLines(text);
  }

  @Option(
      names = {"-c", "--bytes"},
      paramLabel = "[+]N",
      description = "The number of bytes (K, M, G: powers of 1024); with +, from that byte on.")
  void setBytesOption(String text) {
    setBytes(text);
  }

  @Override
  char sign() {
    return '+';
  }

  @Override
  FileRange range(ClusterFile file, LineSearch search, Amount wanted) throws IOException {
    long start;
    if (wanted.signed()) {
      long skipped = Math.max(0, wanted.count() - 1);
      start = wanted.ofBytes() ? skipped : search.after(skipped);
    } else {
      long size = file.size();
      start =
          wanted.ofBytes()
              ? Math.max(0, size - wanted.count())
              : search.before(wanted.count(), size);
    }
    return new FileRange(start, Long.MAX_VALUE);
  }
}
