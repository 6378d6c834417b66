package io.gigafs.cli.fs.xattr;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.acl.AclSpec;
import io.gigafs.cli.acl.AclSpec.Permissions;
import io.gigafs.cli.fs.operand.DumpedPaths;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.OperandWalk;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.FileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code setfacl}. */
@Command(
    name = "setfacl",
    description = {
      "Changes access control lists.",
      "ENTRIES are [d:][u:]USER:PERMS, [d:]g:GROUP:PERMS, [d:]m::PERMS, [d:]o::PERMS, with commas",
      "between them; d: is for a directory's default list, an empty USER or GROUP for the file's",
      "own. PERMS are of rwxX-, or a digit; entries to remove have none."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs setfacl -m u:alice:rw,g:staff:r /a",
      "  giga fs setfacl -R -d -m g:staff:rwX /projects",
      "  giga fs setfacl -b /a",
      "  giga fs getfacl -R /a | giga fs setfacl --restore=-"
    })
public final class SetfaclCommand extends FileCommand {
  /**
   * The steps in their order; executed when all options are known, since -d also applies to earlier
   * ones.
   */
  private final List<Runnable> given = new ArrayList<>();

  private final AclChange change = new AclChange();

  @Option(
      names = {"-m", "--modify"},
      paramLabel = "ENTRIES",
      description = "Add these, or replace those for the same user or group.")
  void setModified(String text) {
    given.add(() -> change.modify(parse("-m", text, Permissions.REQUIRED)));
  }

  @Option(
      names = {"-M", "--modify-file"},
      paramLabel = "FILE",
      description = "The same with the entries in this file; - for standard input.")
  void setModifiedFile(String file) {
    given.add(() -> change.modify(parse(file, read(file), Permissions.REQUIRED)));
  }

  @Option(
      names = {"-x", "--remove"},
      paramLabel = "ENTRIES",
      description = "Remove these.")
  void setRemoved(String text) {
    given.add(() -> change.remove(parse("-x", text, Permissions.NONE)));
  }

  @Option(
      names = {"-X", "--remove-file"},
      paramLabel = "FILE",
      description = "The same with those in this file.")
  void setRemovedFile(String file) {
    given.add(() -> change.remove(parse(file, read(file), Permissions.NONE)));
  }

  @Option(names = "--set", paramLabel = "ENTRIES", description = "Replace the list by these.")
  void setReplaced(String text) {
    given.add(() -> change.replace(parse("--set", text, Permissions.REQUIRED)));
  }

  @Option(names = "--set-file", paramLabel = "FILE", description = "As --set, with this file.")
  void setReplacedFile(String file) {
    given.add(() -> change.replace(parse(file, read(file), Permissions.REQUIRED)));
  }

  @Option(
      names = {"-b", "--remove-all"},
      description = "Reduce the lists to permission bits.")
  void setRemovesAll(boolean set) {
    given.add(change::removeExtended);
  }

  @Option(
      names = {"-k", "--remove-default"},
      description = "Remove the default list.")
  void setRemovesDefault(boolean set) {
    given.add(change::removeDefault);
  }

  @Option(
      names = {"-d", "--default"},
      description = "All entries are for the default list.")
  private boolean ofDefault;

  @Option(
      names = {"-n", "--no-mask"},
      description = "Do not recalculate the mask.")
  private boolean noMask;

  @Option(names = "--mask", description = "Recalculate it even if it is given.")
  private boolean mask;

  @Option(
      names = {"-R", "--recursive"},
      description = "Directories with their contents, except links.")
  private boolean recursive;

  @Option(
      names = {"-P", "--physical"},
      description = "Follow no links below directories (always so).")
  @SuppressWarnings("UnusedVariable") // for picocli alone
  private boolean physical;

  @Option(
      names = "--restore",
      paramLabel = "FILE",
      description = "Restore the output of getfacl, also owners; - for standard input.")
  private @Nullable String restored;

  @Parameters(paramLabel = "PATH", arity = "0..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  public SetfaclCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void check() {
    if (noMask && mask) {
      throw CommandException.usage("not both -n and --mask");
    }
    if (noMask) {
      change.setMasks(AclChange.Masks.NEVER);
    } else if (mask) {
      change.setMasks(AclChange.Masks.ALWAYS);
    }
    given.forEach(Runnable::run);
    if (restored == null ? change.isEmpty() : !change.isEmpty()) {
      throw CommandException.usage("no change given: use -m, -x, --set, -b, -k, or --restore");
    }
    if (restored == null && paths.isEmpty()) {
      throw CommandException.usage("missing operand: which PATH?");
    }
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    if (restored != null) {
      new AclRestore(this, client).run(restored, read(restored));
      return;
    }
    OperandWalk<Void> walk = new OperandWalk<>(this, client, new Change(operands));
    forEach(operands, operand -> walk.walk(operand, recursive));
  }

  private String read(String file) {
    return DumpedPaths.read(file, shell().in());
  }

  private List<AclSpec> parse(String source, String text, Permissions permissions) {
    try {
      return AclSpec.parse(text, permissions, shell().accounts()).stream()
          .map(spec -> ofDefault ? spec.forDefault() : spec)
          .toList();
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(source + ": " + ErrorText.of(e));
    }
  }

  private final class Change implements OperandWalk.Task<Void> {
    private final Set<Operand> asked;

    Change(List<Operand> operands) {
      this.asked = new HashSet<>(operands);
    }

    @Override
    public CompletableFuture<Void> ask(
        AsyncGigaClient client, Operand operand, FileAttributes attributes) {
      return FileAclPair.of(client, operand.path(), attributes)
          .thenCompose(
              old ->
                  change
                      .apply(old, attributes.isDirectory(), asked.contains(operand) && !recursive)
                      .set(client, operand.path(), old));
    }

    @Override
    public void accept(Operand operand, FileAttributes attributes, Void nothing) {}

    @Override
    public boolean takesLinks() {
      return false;
    }

    @Override
    public boolean changesAccess() {
      return true;
    }
  }
}
