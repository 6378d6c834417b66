package io.gigafs.cli.fs;

import io.gigafs.cli.Accounts;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.AttributeChange;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chown}. */
@Command(
    name = "chown",
    description = {
      "Changes owners and groups.",
      "They are numbers or names of this machine; OWNER: without a group means the primary group",
      "of the owner."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs chown alice /home/alice",
      "  giga fs chown -R 1000:100 /a",
      "  giga fs chown :staff /a"
    })
final class ChownCommand extends AttributeCommand {
  @Option(
      names = {"-h", "--no-dereference"},
      description = "Change symbolic links themselves, as -R does below its operands.")
  private boolean noDereference;

  @Parameters(index = "0", paramLabel = "[OWNER][:GROUP]", description = "The new owner, group.")
  private String owner = "";

  @Parameters(index = "1..*", paramLabel = "PATH", arity = "1..*", description = "The files.")
  private List<String> paths = new ArrayList<>();

  private @Nullable AttributeChange change;

  ChownCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void check() {
    Accounts accounts = shell().accounts();
    int colon = owner.indexOf(':');
    String user = colon < 0 ? owner : owner.substring(0, colon);
    String group = colon < 0 ? "" : owner.substring(colon + 1);
    Integer uid = user.isEmpty() ? null : known(accounts.user(user), "user", user);
    Integer gid = group.isEmpty() ? null : known(accounts.group(group), "group", group);
    if (uid != null && colon >= 0 && group.isEmpty()) {
      gid = known(accounts.loginGroup(user), "login group of", user);
    }
    change = uid == null && gid == null ? null : AttributeChange.ofOwner(uid, gid);
  }

  @Override
  boolean changesLinks() {
    return noDereference;
  }

  @Override
  boolean changesLinksBelow() {
    return true;
  }

  @Override
  @Nullable AttributeChange changeOf(FileAttributes attributes) {
    return change;
  }

  private static Integer known(OptionalInt id, String kind, String name) {
    if (id.isEmpty()) {
      throw CommandException.usage("no " + kind + " '" + name + "' on this machine");
    }
    return id.getAsInt();
  }
}
