package io.gigafs.cli.fs.xattr;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.DumpedPaths;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code setfattr}. */
@Command(
    name = "setfattr",
    description = {
      "Sets and removes extended attributes.",
      "A value is \"text\" in which \\ escapes \", itself and octal numbers, or 0x and",
      "hexadecimal digits, or 0s and base64, or else the literal text."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs setfattr -n user.origin -v telescope /a",
      "  giga fs setfattr -x user.origin /a",
      "  giga fs getfattr -Rd / | giga fs setfattr --restore=-"
    })
public final class SetfattrCommand extends FileCommand {
  @Option(
      names = {"-n", "--name"},
      paramLabel = "NAME",
      description = "Set this attribute.")
  private @Nullable String name;

  @Option(
      names = {"-v", "--value"},
      paramLabel = "VALUE",
      description = "Its value. Default: empty.")
  private String value = "";

  @Option(
      names = {"-x", "--remove"},
      paramLabel = "NAME",
      description = "Remove this attribute.")
  private @Nullable String removed;

  @Option(
      names = {"-h", "--no-dereference"},
      description = "Attributes of symbolic links themselves.")
  private boolean noDereference;

  @Option(
      names = "--restore",
      paramLabel = "FILE",
      description = "Restore the output of getfattr -d; - for standard input.")
  private @Nullable String restored;

  @Parameters(paramLabel = "PATH", arity = "0..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  private byte[] bytes = {};

  public SetfattrCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void check() {
    if (restored != null ? name != null || removed != null : (name == null) == (removed == null)) {
      throw CommandException.usage("one of -n NAME, -x NAME and --restore=FILE");
    }
    if (restored == null && paths.isEmpty()) {
      throw CommandException.usage("missing operand: which PATH?");
    }
    try {
      bytes = XattrText.decode(value);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("-v: " + ErrorText.of(e));
    }
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    if (restored != null) {
      restore(client, restored);
      return;
    }
    Follow follow = noDereference ? Follow.NO : Follow.YES;
    forEach(
        operands,
        operand -> {
          if (removed != null) {
            remove(client, operand, removed, follow);
          } else if (name != null) {
            client.setXattr(operand.path(), new Xattr(name, bytes), XattrMode.SET, follow);
          }
        });
  }

  private void remove(GigaClient client, Operand operand, String attribute, Follow follow)
      throws GigaException {
    try {
      client.removeXattr(operand.path(), attribute, follow);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ENODATA) {
        throw e;
      }
      report(operand, "No such attribute");
    }
  }

  /** Sets the attributes of lines NAME=VALUE after a line that names their file. */
  private void restore(GigaClient client, String file) {
    Follow follow = noDereference ? Follow.NO : Follow.YES;
    String[] lines = DumpedPaths.read(file, shell().in()).split("\n", -1);
    Operand operand = null;
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      if (line.startsWith(DumpedPaths.FILE)) {
        operand = DumpedPaths.operand(line);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        if (operand == null) {
          throw CommandException.failed(
              file + ": line " + (i + 1) + ": '# file: PATH' is missing before it");
        }
        Xattr xattr = parse(file, i + 1, line);
        attempt(operand, each -> client.setXattr(each.path(), xattr, XattrMode.SET, follow));
      }
    }
  }

  private static Xattr parse(String file, int number, String line) {
    int equals = line.indexOf('=');
    String attribute = equals < 0 ? line : line.substring(0, equals);
    try {
      return new Xattr(
          DumpedPaths.unescape(attribute),
          equals < 0 ? new byte[0] : XattrText.decode(line.substring(equals + 1)));
    } catch (IllegalArgumentException e) {
      throw CommandException.failed(file + ": line " + number + ": " + ErrorText.of(e), e);
    }
  }
}
