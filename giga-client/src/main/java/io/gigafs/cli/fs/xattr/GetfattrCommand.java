package io.gigafs.cli.fs.xattr;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.DumpedPaths;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.OperandWalk;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code getfattr}; the output with -d is the input of setfattr --restore. */
@Command(
    name = "getfattr",
    description = {
      "Shows extended attributes.",
      "Without -d and -n only names are shown, and without -m only those that start with user."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs getfattr -d /a",
      "  giga fs getfattr --only-values -n user.origin /a",
      "  giga fs getfattr -Rd -m - / > attributes"
    })
public final class GetfattrCommand extends FileCommand {
  @Option(
      names = {"-n", "--name"},
      paramLabel = "NAME",
      description = "This attribute, with its value.")
  private @Nullable String name;

  @Option(
      names = {"-d", "--dump"},
      description = "Also show values.")
  private boolean dump;

  @Option(
      names = {"-m", "--match"},
      paramLabel = "PATTERN",
      description = "Attributes whose names match this regular expression; - for all.")
  private String match = "^user\\.";

  @Option(
      names = {"-e", "--encoding"},
      paramLabel = "CODING",
      description = "Values as text, hex or base64. Default: text where it is printable.")
  private @Nullable String encoding;

  @Option(
      names = {"-h", "--no-dereference"},
      description = "Attributes of symbolic links themselves.")
  private boolean noDereference;

  @Option(names = "--only-values", description = "Raw values, and nothing else.")
  private boolean onlyValues;

  @Option(
      names = {"-R", "--recursive"},
      description = "Directories with their contents.")
  private boolean recursive;

  @Option(
      names = {"-P", "--physical"},
      description = "Follow no links below directories (always so).")
  @SuppressWarnings("UnusedVariable") // for picocli alone
  private boolean physical;

  @Option(names = "--absolute-names", description = "Keep the leading slash of paths.")
  private boolean absoluteNames;

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  private Pattern pattern = Pattern.compile("");
  private XattrText.Encoding coding = XattrText.Encoding.AUTO;

  public GetfattrCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void check() {
    try {
      pattern = Pattern.compile(match.equals("-") ? "" : match);
    } catch (PatternSyntaxException e) {
      throw CommandException.usage("-m: '" + match + "' is not a regular expression");
    }
    if (encoding != null) {
      coding =
          switch (encoding.toLowerCase(Locale.ROOT)) {
            case "text" -> XattrText.Encoding.TEXT;
            case "hex" -> XattrText.Encoding.HEX;
            case "base64" -> XattrText.Encoding.BASE64;
            default ->
                throw CommandException.usage("-e: '" + encoding + "' is not text, hex or base64");
          };
    }
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    OperandWalk<List<Xattr>> walk = new OperandWalk<>(this, client, new Show());
    forEach(operands, operand -> walk.walk(operand, recursive));
  }

  @Override
  public void failed(Operand operand, Throwable thrown) {
    boolean missing =
        ErrorText.unwrap(thrown) instanceof GigaException e && e.code() == ErrorCode.ENODATA;
    if (missing) {
      report(operand, name + ": No such attribute");
    } else {
      super.failed(operand, thrown);
    }
  }

  private final class Show implements OperandWalk.Task<List<Xattr>> {
    @Override
    public CompletableFuture<List<Xattr>> ask(
        AsyncGigaClient client, Operand operand, FileAttributes attributes) {
      Follow follow = noDereference ? Follow.NO : Follow.YES;
      if (name == null) {
        return client.listXattrs(operand.path(), follow);
      }
      String wanted = name;
      return client
          .getXattr(operand.path(), wanted, follow)
          .thenApply(value -> List.of(new Xattr(wanted, value)));
    }

    @Override
    public void accept(Operand operand, FileAttributes attributes, List<Xattr> xattrs) {
      List<Xattr> shown =
          xattrs.stream()
              .filter(xattr -> name != null || pattern.matcher(xattr.name()).find())
              .toList();
      if (onlyValues) {
        shown.forEach(xattr -> out().print(xattr.value()));
      } else if (!shown.isEmpty()) {
        out().println(DumpedPaths.line(operand.path(), absoluteNames));
        shown.forEach(xattr -> out().println(line(xattr)));
        out().newline();
      }
    }

    private String line(Xattr xattr) {
      String text = DumpedPaths.escape(xattr.name(), "=\n\r");
      return dump || name != null ? text + "=" + XattrText.encode(xattr.value(), coding) : text;
    }

    @Override
    public boolean takesLinks() {
      return noDereference;
    }
  }
}
