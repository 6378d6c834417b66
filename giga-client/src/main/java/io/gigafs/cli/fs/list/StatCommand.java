package io.gigafs.cli.fs.list;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.fs.operand.EntryJson;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stat}. */
@Command(
    name = "stat",
    description = "Shows attributes of files.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs stat /a",
      "  giga fs stat -c '%%n %%s %%y' /a/*",
      "",
      "Sequences of FORMAT: %%a mode in octal, %%A mode in letters, %%b blocks of 512 bytes, %%f type",
      "and mode in hex, %%F type, %%g %%G group, %%h links, %%i inode, %%n name, %%N quoted name, %%o",
      "I/O size, %%s size, %%u %%U owner, %%x %%X access, %%y %%Y modification, %%z %%Z change (upper case:",
      "seconds since the epoch), %%%% a percent sign. The size of a directory is the number of its",
      "entries."
    })
public final class StatCommand extends FileCommand {
  @Option(
      names = {"-c", "--format"},
      paramLabel = "FORMAT",
      description = "Print this, a line for each file.")
  private @Nullable String format;

  @Option(
      names = "--printf",
      paramLabel = "FORMAT",
      description = "As -c, with escapes like \\n and without ending the line.")
  private @Nullable String printf;

  @Option(
      names = {"-L", "--dereference"},
      description = "Show the targets of symbolic links.")
  private boolean dereference;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  public StatCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    StatFormat statFormat = new StatFormat(shell().accounts(), shell().zone());
    forEach(
        operands,
        operand -> {
          FileAttributes attributes = dereference ? stat(client, operand) : lstat(client, operand);
          boolean link = attributes.type() == FileType.SYMLINK;
          String target = link ? ByteText.decode(client.readLink(operand.path())) : null;
          print(statFormat, operand.text(), attributes, target);
        });
  }

  private void print(
      StatFormat statFormat, String name, FileAttributes attributes, @Nullable String target) {
    if (json) {
      JsonObject object = EntryJson.of(name, attributes.inode(), attributes.type(), attributes);
      if (target != null) {
        EntryJson.putText(object, "target", target);
      }
      out().println(object.toString());
    } else if (printf != null) {
      out().print(statFormat.format(StatFormat.unescape(printf), name, attributes, target));
    } else if (format != null) {
      out().println(statFormat.format(format, name, attributes, target));
    } else {
      out().print(statFormat.format(StatFormat.DEFAULT, name, attributes, target));
    }
  }
}
