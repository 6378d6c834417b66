package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.ModeChange;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.AttributeChange;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code chmod}. */
@Command(
    name = "chmod",
    description = {"Changes permissions.", "MODE is octal, or like u+rwX,g=rX,o-w,+t."},
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs chmod 750 /a", "  giga fs chmod -R u+rwX,go-w /a /b"})
final class ChmodCommand extends AttributeCommand {
  @Parameters(index = "0", paramLabel = "MODE", description = "The permissions.")
  private String mode = "";

  @Parameters(index = "1..*", paramLabel = "PATH", arity = "1..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  private ModeChange change = ModeChange.parse("+");

  ChmodCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void check() {
    try {
      change = ModeChange.parse(mode);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(ErrorText.of(e));
    }
  }

  /** Links have no mode that can be changed. */
  @Override
  boolean changesLinks() {
    return false;
  }

  @Override
  boolean changesLinksBelow() {
    return false;
  }

  @Override
  AttributeChange changeOf(FileAttributes attributes) {
    return AttributeChange.ofMode(
        change.apply(attributes.mode(), attributes.isDirectory(), shell().identity().umask()));
  }
}
