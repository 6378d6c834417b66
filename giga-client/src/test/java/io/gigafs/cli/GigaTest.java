package io.gigafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests what all commands have in common: help, options, errors and exit codes. */
class GigaTest {
  private final TestShell shell = new TestShell();

  static List<String> commands() {
    List<String> names = new ArrayList<>(List.of(""));
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      provider
          .commands(none())
          .forEach(
              (name, command) -> {
                names.add(name + " ");
                command
                    .get()
                    .getSubcommands()
                    .keySet()
                    .forEach(below -> names.add(name + " " + below + " "));
              });
    }
    return names;
  }

  @Test
  void providersNameTheirCommands() {
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      provider
          .commands(none())
          .forEach((name, command) -> assertThat(command.get().getCommandName()).isEqualTo(name));
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpOfEveryCommandHasExamples(String command) {
    TestShell.Result result = shell.run(command + "--help");
    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("Usage: giga").contains("Examples:\n  giga ");
  }

  /** Every command that uses a cluster takes the option at each level of the command line. */
  @Test
  void everyClusterCommandTakesTheClusterOption() {
    List<String> missing = new ArrayList<>();
    int checked = countClusterCommands(Giga.commandLine(none()), false, missing);
    assertThat(missing).isEmpty();
    assertThat(checked).isGreaterThan(40);
  }

  private static Shell none() {
    return Shell.ofThisProcess(
        settings -> {
          throw new AssertionError("help connects to nothing");
        });
  }

  /** Counts the commands that use a cluster, at or below a command. */
  private static int countClusterCommands(CommandLine line, boolean isBelow, List<String> missing) {
    boolean works =
        isBelow
            || line.getCommandSpec().mixins().values().stream()
                .anyMatch(mixin -> mixin.userObject() instanceof ClusterOptions);
    int count = works && line.getSubcommands().isEmpty() ? 1 : 0;
    for (CommandLine below : line.getSubcommands().values()) {
      count += countClusterCommands(below, works, missing);
    }
    if (count > 0) {
      OptionSpec option = line.getCommandSpec().findOption("--cluster");
      if (option == null || line.getCommandSpec().findOption("-c") == null) {
        missing.add(line.getCommandSpec().qualifiedName());
      }
    }
    return count;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-c a:1 volume list",
        "volume -c a:1 list",
        "volume list -c a:1",
        "-c a:1 status",
        "status -c a:1",
        "-c a:1 fs ls /",
        "fs -c a:1 ls /",
        "fs ls -c a:1 /",
        "fs ls / --cluster a:1",
        "fs -c b:1 ls -c a:1 /",
        "fs -c b:1 touch --cluster a:1 -c /x",
        "-c b:1 volume list -c a:1",
      })
  void lastClusterOptionWins(String command) {
    shell.run(command);
    assertThat(shell.lastSettings().contacts()).hasToString("[a:1]");
  }

  @Test
  void versionIsPrinted() {
    TestShell.Result result = shell.run("--version");
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).startsWith("giga ").contains("Java " + Runtime.version());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                | giga: missing command (see giga --help)
          fs                | giga fs: missing command (see giga fs --help)
          frob              | giga: unknown command 'frob' (see giga --help)
          fs frob           | giga fs: unknown command 'frob' (see giga fs --help)
          fs ls --frob      | giga fs ls: unknown option '--frob' (see giga fs ls --help)
          fs mkdir          | giga fs mkdir: missing required parameter: 'DIRECTORY' (see giga fs mkdir --help)
          fs ls x           | giga fs ls: x: not an absolute path (there is no working directory)
          fs ls giga://x/y  | giga fs ls: giga://x/y: not giga://HOST:PORT[,HOST:PORT...]/PATH
          fs -c a:1 ls giga://b:1/ | giga fs ls: -c giga://a:1/ and giga://b:1/: one cluster at a time
          fs ls giga://a:1/ giga://b:1/ | giga fs ls: giga://a:1/ and giga://b:1/: one cluster at a time
          fs -c nonsense ls | giga fs ls: --cluster: 'nonsense' is not HOST:PORT
          fs ls -c nonsense | giga fs ls: --cluster: 'nonsense' is not HOST:PORT
          -c nonsense fs ls | giga fs ls: --cluster: 'nonsense' is not HOST:PORT
          fs -c a:1 ls -c nonsense | giga fs ls: --cluster: 'nonsense' is not HOST:PORT
          fs ls -c a:1 giga://b:1/ | giga fs ls: -c giga://a:1/ and giga://b:1/: one cluster at a time
          volume -c nonsense list | giga volume list: --cluster: 'nonsense' is not HOST:PORT
          -c a:1 umount /x  | giga umount: takes no --cluster, --as, --timeout or --data-path before its name (see giga umount --help)
          umount -c a:1 /x  | giga umount: unknown option '-c' (see giga umount --help)
          fs --timeout 5x ls | giga fs: invalid value for option '--timeout': '5x' is not a time like 500ms, 5s or 2m (see giga fs --help)
          fs -u nobody9 ls  | giga fs ls: --as: 'nobody9' is not UID[:GID] or names known here
          fs rm             | giga fs rm: missing operand: which PATH?
          fs chmod u+q /    | giga fs chmod: 'u+q' is not a mode like 755 or u+rw,g=rX
          fs chown frob /   | giga fs chown: no user 'frob' on this machine
          fs touch -d x -t y / | giga fs touch: only one of -d, -t and -r
          fs find / -frob   | giga fs find: unknown test '-frob'
          fs find / -name   | giga fs find: -name: what?
          fs find / ( -true | giga fs find: missing ')'
          fs find / -size x | giga fs find: -size: 'x' is not a number
          bench create      | giga bench create: missing required options: '--dir=PATH', '--files=N' (see giga bench create --help)
          bench stat --dir /d -n 0 | giga bench stat: --files is at least 1, not 0
          bench stat --dir d -n 1 | giga bench stat: --dir: 'd' is not an absolute path
          """)
  void usageErrorIsOneLineAndExitCodeTwo(String line, String complaint) {
    TestShell.Result result = line.isEmpty() ? shell.runWords() : shell.run(line);
    assertThat(result.err()).isEqualTo(complaint + "\n");
    assertThat(result.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void clusterIsRequired() {
    shell.environment().clear();
    TestShell.Result result = shell.run("fs ls");
    assertThat(result.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .isEqualTo("giga fs ls: no cluster given: use -c giga://HOST:PORT/ or set GIGA_CLUSTER\n");
  }

  @Test
  void failureIsOneLineAndExitCodeOne() {
    TestShell.Result result = shell.run("fs ls /x");
    assertThat(result.err()).isEqualTo("giga fs ls: /x: No such file or directory\n");
    assertThat(result.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void debugOptionPrintsTheStackTrace() {
    assertThat(shell.run("--debug fs -c nonsense ls").err()).contains("\tat io.gigafs.cli.");
    assertThat(shell.run("fs ls --debug --frob").err()).contains("\tat picocli.");
    shell.environment().put("GIGA_DEBUG", "1");
    assertThat(shell.run("fs frob").err()).contains("\tat picocli.");
  }

  @Test
  void brokenPipeIsSilent() {
    shell.run("fs touch /a");
    TestShell.Result result = shell.printingTo(failing("Broken pipe")).run("fs ls");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(ExitCode.BROKEN_PIPE);
  }

  @Test
  void outputFailureIsAnError() {
    shell.run("fs touch /a");
    TestShell.Result result = shell.printingTo(failing("No space left on device")).run("fs ls");
    assertThat(result.err()).isEqualTo("giga: cannot write: No space left on device\n");
    assertThat(result.exitCode()).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void optionsSetClusterCallerAndTimeout() {
    shell.run("fs -c giga://a:1,b:2/ -u alice --timeout 5s ls");
    assertThat(shell.lastSettings().contacts()).hasSize(2);
    assertThat(shell.lastSettings().caller()).hasToString("uid 1000, gid 100, groups []");
    assertThat(shell.lastSettings().timeout()).hasSeconds(5);
  }

  @Test
  void onlyRootActsForOthers() {
    shell.as(new ProcessIdentity(new io.gigafs.protocol.Caller(1000, 100), 022));
    assertThat(shell.run("fs -u 0 ls").err())
        .isEqualTo("giga fs ls: --as: only root may act for someone else\n");
  }

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(message);
      }
    };
  }
}
