package io.gigafs.cli;

import io.gigafs.cli.Output.OutputException;
import io.gigafs.client.connect.GigaClients;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOP_FallbackServiceProvider;
import org.slf4j.helpers.Reporter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code giga} command: finds its commands, runs one, and prints failures in one line. */
@Command(
    name = "giga",
    versionProvider = Giga.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Works with a Giga cluster: a scale-out metadata service.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga demo                                  try it on this machine",
      "  giga dev-cluster --servers 3 --dir /tmp/g  a cluster to play with",
      "  giga fs -c giga://127.0.0.1:7000/ ls -l /  list the root directory",
      "",
      "Exit codes: 0 success, 1 an operation failed, 2 wrong usage.",
      "'giga COMMAND --help' shows the help of a command."
    })
public final class Giga implements Runnable {
  static {
    // Picocli would otherwise look for Groovy, which is not on the class path.
    System.setProperty("picocli.disable.closures", "true");
  }

  @Option(
      names = "--help",
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // for picocli alone
  private boolean help;

  @Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
  @SuppressWarnings("UnusedVariable") // for picocli alone
  private boolean version;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show stack traces of errors (as GIGA_DEBUG=1 does).")
  private boolean debug;

  @Spec private @Nullable CommandSpec spec;

  private final Shell shell;
  private final boolean ownsProcess;

  /**
   * @param ownsProcess whether it configures the logging of this process
   */
  private Giga(Shell shell, boolean ownsProcess) {
    this.shell = shell;
    this.ownsProcess = ownsProcess;
  }

  public static void main(String[] args) {
    Shell shell = Shell.ofThisProcess(GigaClients::connect);
    Giga giga = new Giga(shell, true);
    System.exit(giga.runToEnd(Arguments.ofThisProcess(args)));
  }

  /** Runs a command line to its end and returns the exit code. */
  public static int run(Shell shell, String... args) {
    return new Giga(shell, false).runToEnd(args);
  }

  private int runToEnd(String... args) {
    int exitCode = execute(args);
    try {
      shell.out().flush();
      return exitCode;
    } catch (OutputException e) {
      return outputFailed("giga", e);
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec().commandLine(), "missing command");
  }

  private int execute(String... args) {
    return commandLine(args).execute(args);
  }

  /** The model of all commands; for tests. */
  static CommandLine commandLine(Shell shell) {
    return new Giga(shell, false).commandLine();
  }

  private CommandLine commandLine(String... args) {
    CommandLine line = new CommandLine(this);
    commands(args).forEach((name, command) -> line.addSubcommand(name, command.get()));
    ClusterOptionPlaces places = ClusterOptionPlaces.in(line);
    line.setOut(new PrintWriter(new OutputWriter(shell.out()), false));
    line.setErr(new PrintWriter(shell.err(), true, StandardCharsets.UTF_8));
    line.setExpandAtFiles(false);
    line.setToggleBooleanFlags(false);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(this::misused);
    line.setExecutionExceptionHandler(this::failed);
    line.setExecutionStrategy(parsed -> runLast(parsed, places));
    return line;
  }

  /**
   * All commands, by name, from all providers; but only that of the first word, if there is one:
   * the model of all commands takes longer to build than many of them run.
   */
  private Map<String, Supplier<CommandLine>> commands(String... args) {
    Map<String, Supplier<CommandLine>> commands = new TreeMap<>();
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      provider
          .commands(shell)
          .forEach(
              (name, command) -> {
                if (commands.putIfAbsent(name, command) != null) {
                  throw new IllegalStateException("several providers have a command " + name);
                }
              });
    }
    if (args.length > 0 && commands.containsKey(args[0])) {
      commands.keySet().retainAll(Set.of(args[0]));
    }
    return commands;
  }

  private int runLast(ParseResult parsed, ClusterOptionPlaces places) {
    places.check(parsed);
    List<CommandLine> commands = parsed.asCommandLineList();
    Object last = commands.get(commands.size() - 1).getCommand();
    if (ownsProcess && !(last instanceof KeepsLog) && !wantsTraces()) {
      System.setProperty(
          LoggerFactory.PROVIDER_PROPERTY_KEY, NOP_FallbackServiceProvider.class.getName());
      System.setProperty(Reporter.SLF4J_INTERNAL_VERBOSITY_KEY, "WARN");
    }
    return new RunLast().execute(parsed);
  }

  private int misused(ParameterException e, String... args) {
    String name = e.getCommandLine().getCommandSpec().qualifiedName();
    complain(name + ": " + UsageException.describe(e) + " (see " + name + " --help)", e);
    return ExitCode.USAGE;
  }

  private int failed(Exception e, CommandLine command, ParseResult parsed) {
    String name = command.getCommandSpec().qualifiedName();
    if (e instanceof OutputException output) {
      return outputFailed(name, output);
    }
    complain(name + ": " + ErrorText.of(e), e);
    return e instanceof CommandException failure ? failure.exitCode() : ExitCode.FAILED;
  }

  private int outputFailed(String name, OutputException e) {
    if (e.isBrokenPipe()) {
      return ExitCode.BROKEN_PIPE;
    }
    complain(name + ": cannot write: " + ErrorText.of(ErrorText.unwrap(e)), e);
    return ExitCode.FAILED;
  }

  private void complain(String line, Throwable thrown) {
    PrintStream err = shell.err();
    if (wantsTraces()) {
      StringWriter trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace));
      line += System.lineSeparator() + trace;
    }
    err.println(line);
  }

  private boolean wantsTraces() {
    return debug || shell.wantsTraces();
  }

  private CommandSpec spec() {
    if (spec == null) {
      throw new IllegalStateException("picocli has not injected the command's specification");
    }
    return spec;
  }

  /** The version from the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Giga.class.getPackage().getImplementationVersion();
      return new String[] {
        "giga " + (version == null ? "(not from a jar)" : version),
        "Java " + Runtime.version() + ", " + System.getProperty("java.vendor", "?")
      };
    }
  }
}
