package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings file of a server: its format and its errors. */
class SettingsFileTest {
  private static Map<ServerSetting, GivenSetting> parse(String text) {
    return SettingsFile.parse("f", text.lines().toList());
  }

  private static void refused(String text, String message) {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> parse(text))
        .withMessage(message)
        .matches(e -> e.exitCode() == ExitCode.USAGE);
  }

  @Test
  void fileHasTheFormatOfJavaProperties() {
    Map<ServerSetting, GivenSetting> settings =
        parse(
            """
            # comment, with a backslash at its end \\
            zk = a:1,\\
                 b:2
            ! another

            id:s1
            data /var/\\u0067iga \
            """);
    assertThat(settings)
        .containsEntry(ServerSetting.ZK, new GivenSetting("a:1,b:2", "f line 2: zk"))
        .containsEntry(ServerSetting.ID, new GivenSetting("s1", "f line 6: id"))
        .containsEntry(ServerSetting.DATA, new GivenSetting("/var/giga", "f line 7: data"))
        .hasSize(3);
  }

  @Test
  void unknownSettingsAreRejected() {
    refused(
        "zk=a:1\n\nlane=3",
        "f line 3: there is no setting 'lane'; there are zk, id, data, listen, local-socket, lanes, durability,"
            + " sync-interval, io-threads, reserve, data-memory, answer-memory, frame-memory, max-connections,"
            + " max-connections-per-address, block-cache, row-cache, key-filter, write-buffer, join-timeout, volume-roots, cache, cache-dir, session-lease, split-heat, zk-session-timeout, zk-connect-timeout");
  }

  @Test
  void duplicateSettingsAreRejected() {
    refused("id=a\nid=b", "f line 2: id: given before, at f line 1: id");
  }

  @Test
  void invalidEscapesAreRejected() {
    refused("id=\\u00g0", "f line 1: not a line of Java properties: Malformed \\uxxxx encoding.");
  }

  @Test
  void unreadableFilesAreReported(@TempDir Path directory) throws IOException {
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> SettingsFile.read(directory.resolve("x")))
        .withMessage("--config: there is no file " + directory.resolve("x"));
    Path binary = Files.write(directory.resolve("y"), new byte[] {(byte) 0xff});
    assertThatExceptionOfType(CommandException.class)
        .isThrownBy(() -> SettingsFile.read(binary))
        .withMessage("--config: " + binary + " is not a text in UTF-8");
    assertThat(SettingsFile.read(Files.write(directory.resolve("z"), List.of()))).isEmpty();
  }
}
