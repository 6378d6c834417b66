package io.gigafs.cli.fs;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.DestinationOptions;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Quoting;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ln}. */
@Command(
    name = "ln",
    description = {
      "Creates hard links, or with -s symbolic links.",
      "The target of a symbolic link is used as it is typed, and may be relative."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs ln /a/file /b/other-name",
      "  giga fs ln -s ../data/set1 /projects/x/input",
      "  giga fs ln -sfn /releases/42 /current",
      "  giga fs ln -sr /data/set1 /projects/x/input"
    })
final class LnCommand extends FileCommand {
  @Option(
      names = {"-s", "--symbolic"},
      description = "Create symbolic links.")
  private boolean symbolic;

  @Option(
      names = {"-f", "--force"},
      description = "Remove existing files with the name of a link.")
  private boolean force;

  @Option(
      names = {"-n", "--no-dereference"},
      description = "Treat a destination that is a link to a directory as a name.")
  private boolean noDereference;

  @Option(
      names = {"-r", "--relative"},
      description = "With -s: make the target relative to the link's directory.")
  private boolean relative;

  @Option(
      names = {"-L", "--logical"},
      description = "Create hard links to the targets of symbolic links.")
  void setLogical(boolean given) {
    follow = Follow.YES;
  }

  @Option(
      names = {"-P", "--physical"},
      description = "Create hard links to symbolic links themselves (the default).")
  void setPhysical(boolean given) {
    follow = Follow.NO;
  }

  @Mixin private final DestinationOptions destinations = new DestinationOptions();

  @Parameters(
      paramLabel = "TARGET... LINK",
      arity = "0..*",
      description = "The targets, and the link: a directory, or with one TARGET a new name.")
  private List<String> words = new ArrayList<>();

  private Follow follow = Follow.NO;

  LnCommand(FsCommand fs) {
    super(fs);
  }

  /**
   * The paths of the cluster among the operands: the last, and those before if they must be such
   * paths.
   */
  @Override
  protected List<String> paths() {
    List<String> paths = new ArrayList<>();
    if (!symbolic || relative) {
      paths.addAll(destinations.sources(words));
    }
    paths.add(destinations.destination(words));
    return paths;
  }

  @Override
  protected void check() {
    if (relative && !symbolic) {
      throw CommandException.usage("-r only with -s");
    }
    destinations.check(words);
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    Operand destination = operands.get(operands.size() - 1);
    List<String> targets = destinations.sources(words);
    boolean into =
        destinations.goInto(
            destination.shown(), targets.size(), () -> isDirectory(client, destination));
    for (String target : targets) {
      Operand link = into ? destination.child(lastName(target)) : destination;
      try {
        make(client, target, link);
      } catch (GigaException e) {
        complain(
            "failed to create "
                + (symbolic ? "symbolic" : "hard")
                + " link "
                + link.shown()
                + (symbolic ? "" : " => " + Quoting.ifNeeded(target))
                + ": "
                + reason(link, e));
      } catch (CommandException e) {
        complain(ErrorText.of(e));
      }
    }
  }

  private boolean isDirectory(GigaClient client, Operand destination) throws GigaException {
    Follow followed = noDereference && !destination.directoryOnly() ? Follow.NO : Follow.YES;
    try {
      return client.stat(destination.path(), followed).isDirectory();
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENOENT || e.code() == ErrorCode.ELOOP) {
        return false;
      }
      throw e;
    }
  }

  /** The name that a link to this target gets in a directory. */
  private static Name lastName(String target) {
    String trimmed = target.replaceAll("/+$", "");
    String name = trimmed.substring(trimmed.lastIndexOf('/') + 1);
    try {
      return Name.of(ByteText.encode(name));
    } catch (IllegalArgumentException e) {
      throw CommandException.failed(
          "cannot make a link to " + Quoting.ifNeeded(target) + " by that name");
    }
  }

  private void make(GigaClient client, String target, Operand link) throws GigaException {
    if (!symbolic) {
      makeHard(client, Operand.parse(target), link);
    } else {
      String text = relative ? relative(Operand.parse(target).path(), link.path()) : target;
      replacing(client, link, () -> client.symlink(ByteText.encode(text), link.path()));
      said(link, text, "->");
    }
  }

  private void makeHard(GigaClient client, Operand target, Operand link) throws GigaException {
    FileAttributes from = follow == Follow.YES ? stat(client, target) : existing(client, target);
    if (from.isDirectory()) {
      throw CommandException.failed(target.shown() + ": hard link not allowed for directory");
    }
    FileAttributes there = force ? lstatIfPresent(client, link) : null;
    if (there != null && there.inode().equals(from.inode())) {
      throw CommandException.failed(target.shown() + " and " + link.shown() + " are the same file");
    }
    replacing(client, link, () -> client.link(target.path(), link.path(), follow));
    said(link, target.text(), "=>");
  }

  private FileAttributes existing(GigaClient client, Operand target) throws GigaException {
    try {
      return lstat(client, target);
    } catch (GigaException e) {
      throw CommandException.failed(
          "failed to access " + target.shown() + ": " + reason(target, e), e);
    }
  }

  /** Creates a link. */
  private interface Making {
    void make() throws GigaException;
  }

  private void replacing(GigaClient client, Operand link, Making making) throws GigaException {
    try {
      making.make();
    } catch (GigaException e) {
      if (!force || e.code() != ErrorCode.EEXIST) {
        throw e;
      }
      if (client.stat(link.path(), Follow.NO).isDirectory()) {
        throw CommandException.failed(link.shown() + ": cannot overwrite directory");
      }
      client.unlink(link.path());
      making.make();
    }
  }

  private void said(Operand link, String target, String arrow) {
    if (destinations.isVerbose()) {
      out().println(link.shown() + " " + arrow + " " + Quoting.ifNeeded(target));
    }
  }

  /** The relative path from a link's directory to a target. */
  static String relative(GigaPath target, GigaPath link) {
    List<Name> from = link.isRoot() ? List.of() : link.parent().names();
    List<Name> to = target.names();
    int common = 0;
    while (common < from.size() && common < to.size() && from.get(common).equals(to.get(common))) {
      common++;
    }
    List<String> parts = new ArrayList<>();
    for (int i = common; i < from.size(); i++) {
      parts.add("..");
    }
    for (Name name : to.subList(common, to.size())) {
      parts.add(ByteText.decode(name.bytes()));
    }
    return parts.isEmpty() ? "." : String.join("/", parts);
  }
}
