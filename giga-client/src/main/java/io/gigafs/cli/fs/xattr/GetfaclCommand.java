package io.gigafs.cli.fs.xattr;

import io.gigafs.cli.acl.AclText;
import io.gigafs.cli.acl.EditedAcl;
import io.gigafs.cli.fs.operand.DumpedPaths;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FileMode;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.OperandWalk;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.FileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code getfacl}; its output is the input of setfacl --restore. */
@Command(
    name = "getfacl",
    description = "Shows access control lists, owners and groups.",
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs getfacl /a", "  giga fs getfacl -Rn /projects > permissions"})
public final class GetfaclCommand extends FileCommand {
  @Option(
      names = {"-a", "--access"},
      description = "Only the access list.")
  private boolean access;

  @Option(
      names = {"-d", "--default"},
      description = "Only the default list, which files in the directory inherit.")
  private boolean inherited;

  @Option(
      names = {"-c", "--omit-header"},
      description = "Without the lines that start with #.")
  private boolean omitHeader;

  @Option(
      names = {"-e", "--all-effective"},
      description = "The effective permissions of all entries.")
  private boolean allEffective;

  @Option(
      names = {"-E", "--no-effective"},
      description = "No effective permissions.")
  private boolean noEffective;

  @Option(
      names = {"-s", "--skip-base"},
      description = "Leave out files that have permission bits only.")
  private boolean skipBase;

  @Option(
      names = {"-n", "--numeric"},
      description = "Numbers for users and groups.")
  private boolean numeric;

  @Option(
      names = {"-p", "--absolute-names"},
      description = "Keep the leading slash of paths.")
  private boolean absoluteNames;

  @Option(
      names = {"-R", "--recursive"},
      description = "Directories with their contents, except links.")
  private boolean recursive;

  @Option(
      names = {"-P", "--physical"},
      description = "Follow no links below directories (always so).")
  @SuppressWarnings("UnusedVariable") // for picocli alone
  private boolean physical;

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  public GetfaclCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    OperandWalk<FileAclPair> walk = new OperandWalk<>(this, client, new Show());
    forEach(operands, operand -> walk.walk(operand, recursive));
  }

  private final class Show implements OperandWalk.Task<FileAclPair> {
    private final AclText text = new AclText(shell().accounts(), numeric, effective());

    private AclText.Effective effective() {
      if (noEffective) {
        return AclText.Effective.NONE;
      }
      return allEffective ? AclText.Effective.ALL : AclText.Effective.LIMITED;
    }

    @Override
    public CompletableFuture<FileAclPair> ask(
        AsyncGigaClient client, Operand operand, FileAttributes attributes) {
      return FileAclPair.of(client, operand.path(), attributes);
    }

    @Override
    public void accept(Operand operand, FileAttributes attributes, FileAclPair acls) {
      EditedAcl passedOn = acls.inherited();
      if (skipBase && acls.access().isMinimal() && passedOn == null) {
        return;
      }
      if (!omitHeader) {
        out().println(DumpedPaths.line(operand.path(), absoluteNames));
        out().println("# owner: " + owner(attributes));
        out().println("# group: " + group(attributes));
        if ((attributes.mode() & ~FileMode.PERMISSIONS) != 0) {
          out().println("# flags: " + flags(attributes.mode()));
        }
      }
      if (access || !inherited) {
        text.lines(acls.access(), "").forEach(out()::println);
      }
      if (passedOn != null && (inherited || !access)) {
        boolean both = access || !inherited;
        text.lines(passedOn, both ? "default:" : "").forEach(out()::println);
      }
      out().newline();
    }

    private String owner(FileAttributes attributes) {
      return numeric
          ? Integer.toUnsignedString(attributes.uid())
          : DumpedPaths.escape(shell().accounts().userName(attributes.uid()), " \t\n\r");
    }

    private String group(FileAttributes attributes) {
      return numeric
          ? Integer.toUnsignedString(attributes.gid())
          : DumpedPaths.escape(shell().accounts().groupName(attributes.gid()), " \t\n\r");
    }

    @Override
    public boolean takesLinks() {
      return false;
    }
  }

  /** The set-id and sticky bits, as getfacl shows them. */
  private static String flags(int mode) {
    return ((mode & FileMode.SET_USER) != 0 ? "s" : "-")
        + ((mode & FileMode.SET_GROUP) != 0 ? "s" : "-")
        + ((mode & FileMode.STICKY) != 0 ? "t" : "-");
  }
}
