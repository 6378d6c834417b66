package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.fs.copy.CopyRules.Kind;
import io.gigafs.cli.fs.copy.CopyRules.Links;
import io.gigafs.cli.fs.copy.CopyRules.Preserved;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code cp}. */
@Command(
    name = "cp",
    description = {
      "Copies files, and with -r whole trees.",
      "Bytes are copied through this machine; long runs of zeros become holes."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs cp -a /projects/x /archive",
      "  giga fs cp -r --preserve=mode,links /a /b",
      "  giga fs cp -al /snapshots/monday /snapshots/tuesday"
    })
public final class CpCommand extends TransferCommand {
  @Option(
      names = {"-r", "-R", "--recursive"},
      description = "Copy directories with their contents, and special files as such.")
  private boolean recursive;

  @Option(
      names = {"-a", "--archive"},
      description = "As -dR --preserve=all.")
  void setArchive(boolean given) {
    recursive = true;
    links = Links.COPIED;
    preserved.addAll(EnumSet.allOf(Preserved.class));
  }

  @Option(names = "-d", description = "As --no-dereference --preserve=links.")
  void setKeepLinks(boolean given) {
    links = Links.COPIED;
    preserved.add(Preserved.LINKS);
  }

  @Option(
      names = {"-P", "--no-dereference"},
      description = "Copy symbolic links as such (the default with -r).")
  void setNoDereference(boolean given) {
    links = Links.COPIED;
  }

  @Option(
      names = {"-L", "--dereference"},
      description = "Copy what symbolic links point to.")
  void setDereference(boolean given) {
    links = Links.FOLLOWED;
  }

  @Option(names = "-H", description = "The same, but only for links among the operands.")
  void setDereferenceOperands(boolean given) {
    links = Links.FOLLOWED_AS_OPERANDS;
  }

  @Option(names = "-p", description = "As --preserve=mode,ownership,timestamps.")
  void setPreserve(boolean given) {
    preserved.addAll(USUAL);
  }

  @Option(
      names = "--preserve",
      paramLabel = "LIST",
      arity = "0..1",
      fallbackValue = "mode,ownership,timestamps",
      description = "Also copy: mode, ownership, timestamps, links, xattr, all.")
  void setPreserve(String list) {
    preserved.addAll(parse("--preserve", list));
  }

  @Option(
      names = "--no-preserve",
      paramLabel = "LIST",
      description = "Do not copy these attributes.")
  void setNoPreserve(String list) {
    preserved.removeAll(parse("--no-preserve", list));
  }

  @Option(
      names = {"-f", "--force"},
      description = "Remove and recreate a file that cannot be truncated.")
  private boolean force;

  @Option(
      names = {"-u", "--update"},
      description = "Only files newer than those they would overwrite.")
  private boolean update;

  @Option(
      names = {"-l", "--link"},
      description = "Create hard links instead of copies.")
  private boolean hardLinks;

  @Option(
      names = {"-s", "--symbolic-link"},
      description = "Create symbolic links instead of copies.")
  private boolean symbolicLinks;

  @Option(
      names = "--attributes-only",
      description = "Copy no bytes: new files are empty, others keep theirs.")
  private boolean attributesOnly;

  private static final Set<Preserved> USUAL =
      EnumSet.of(Preserved.MODE, Preserved.OWNERSHIP, Preserved.TIMESTAMPS);

  private final Set<Preserved> preserved = EnumSet.noneOf(Preserved.class);
  private @Nullable Links links;
  private @Nullable Copier copier;

  public CpCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected void check() {
    super.check();
    if (hardLinks && symbolicLinks) {
      throw CommandException.usage("not both -l and -s");
    }
  }

  @Override
  String attempted(Operand source, Operand destination) {
    return "cannot copy " + source.shown() + " to " + destination.shown();
  }

  @Override
  void transfer(GigaClient client, Operand source, Operand destination) throws IOException {
    if (copier == null) {
      copier = new Copier(this, client, rules());
    }
    copier.copy(source, destination);
  }

  @Override
  void finish() {
    if (copier == null) {
      return;
    }
    copier.close();
  }

  private CopyRules rules() {
    Kind kind = Kind.COPY;
    if (hardLinks) {
      kind = Kind.HARD_LINK;
    } else if (symbolicLinks) {
      kind = Kind.SYMBOLIC_LINK;
    }
    Links usual = recursive || hardLinks ? Links.COPIED : Links.FOLLOWED;
    return new CopyRules(
        kind, links == null ? usual : links, recursive, preserved, force, update, attributesOnly);
  }

  private static Set<Preserved> parse(String option, String list) {
    Set<Preserved> parsed = EnumSet.noneOf(Preserved.class);
    for (String word : list.split(",", -1)) {
      switch (word) {
        case "mode" -> parsed.add(Preserved.MODE);
        case "ownership" -> parsed.add(Preserved.OWNERSHIP);
        case "timestamps" -> parsed.add(Preserved.TIMESTAMPS);
        case "links" -> parsed.add(Preserved.LINKS);
        case "xattr" -> parsed.add(Preserved.XATTR);
        case "all" -> parsed.addAll(EnumSet.allOf(Preserved.class));
        default ->
            throw CommandException.usage(
                option
                    + ": '"
                    + word
                    + "' is not one of mode, ownership, timestamps, links, xattr, all");
      }
    }
    return parsed;
  }
}
