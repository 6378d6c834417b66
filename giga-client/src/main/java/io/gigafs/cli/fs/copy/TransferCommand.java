package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.fs.operand.DestinationOptions;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.FileAttributes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base of mv, cp and ln: sources, and the destination of each of them. */
abstract class TransferCommand extends FileCommand {
  @Mixin private final DestinationOptions destinations = new DestinationOptions();

  @Parameters(
      paramLabel = "SOURCE... DESTINATION",
      arity = "0..*",
      description = "The sources, and the destination: a directory, or with one SOURCE a new name.")
  private List<String> paths = new ArrayList<>();

  private Clobber clobber = Clobber.FORCE;

  /** How existing destinations are treated. */
  enum Clobber {
    FORCE,
    ASK,
    NEVER
  }

  TransferCommand(FsCommand fs) {
    super(fs);
  }

  @Option(
      names = {"-i", "--interactive"},
      description = "Ask before replacing a file.")
  void setInteractive(boolean given) {
    setClobber(Clobber.ASK);
  }

  @Option(
      names = {"-n", "--no-clobber"},
      description = "Never replace a file.")
  void setNoClobber(boolean given) {
    setClobber(Clobber.NEVER);
  }

  /** The last of the options -f, -i and -n takes effect. */
  final void setClobber(Clobber newClobber) {
    clobber = newClobber;
  }

  final Clobber clobber() {
    return clobber;
  }

  /** Transfers one source. Its exceptions concern the source. */
  abstract void transfer(GigaClient client, Operand source, Operand destination) throws IOException;

  /** The operation on one source and one destination, as in {@code cannot move /a to /b}. */
  abstract String attempted(Operand source, Operand destination);

  /** Called after all sources. */
  void finish() {}

  @Override
  protected final List<String> paths() {
    List<String> all = new ArrayList<>(destinations.sources(paths));
    all.add(destinations.destination(paths));
    return all;
  }

  @Override
  protected void check() {
    destinations.check(paths);
  }

  @Override
  protected final void run(GigaClient client, List<Operand> operands) {
    List<Operand> sources = operands.subList(0, operands.size() - 1);
    Operand destination = operands.get(operands.size() - 1);
    boolean into =
        destinations.goInto(
            destination.shown(), sources.size(), () -> leadsToDirectory(client, destination));
    for (Operand source : sources) {
      transferOne(
          client,
          source,
          into && !source.path().isRoot() ? destination.child(source.path().name()) : destination);
    }
    finish();
  }

  private void transferOne(GigaClient client, Operand source, Operand destination) {
    try {
      transfer(client, source, destination);
    } catch (IOException | RuntimeException e) {
      failed(e, () -> attempted(source, destination) + ": " + reason(source, e));
    }
  }

  final void say(String line) {
    if (destinations.isVerbose()) {
      out().println(line);
    }
  }

  /**
   * Whether an existing destination may be replaced; -i asks the user. Answers are read from
   * standard input; its end means no.
   */
  final boolean mayReplace(Operand destination) {
    return switch (clobber) {
      case FORCE -> true;
      case NEVER -> false;
      case ASK -> asked("overwrite " + destination.shown() + "?");
    };
  }

  private synchronized boolean asked(String question) {
    out().flush();
    shell().err().print(name() + ": " + question + " ");
    shell().err().flush();
    try {
      StringBuilder answer = new StringBuilder();
      int next = shell().in().read();
      while (next >= 0 && next != '\n') {
        answer.append((char) next);
        next = shell().in().read();
      }
      return answer.toString().strip().toLowerCase(Locale.ROOT).startsWith("y");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Refuses to replace a file by a directory, or a directory by a file. */
  static void checkKinds(
      FileAttributes source, Operand from, @Nullable FileAttributes there, Operand to) {
    if (there == null) {
      return;
    }
    if (source.isDirectory() && !there.isDirectory()) {
      throw CommandException.failed(
          "cannot overwrite non-directory " + to.shown() + " with directory " + from.shown());
    }
    if (!source.isDirectory() && there.isDirectory()) {
      throw CommandException.failed(
          "cannot overwrite directory " + to.shown() + " with non-directory " + from.shown());
    }
  }

  static CommandException sameFile(Operand one, Operand other) {
    return CommandException.failed(one.shown() + " and " + other.shown() + " are the same file");
  }
}
