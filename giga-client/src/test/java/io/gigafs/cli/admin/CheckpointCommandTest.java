package io.gigafs.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gigafs.cli.TestShell;
import org.junit.jupiter.api.Test;

/** Tests {@code giga admin checkpoint} on a cluster in memory. */
class CheckpointCommandTest {
  private final TestShell shell = new TestShell();

  @Test
  void checkpointsAreMadeListedAndRemovedOnEveryServer() {
    TestShell.Result made = shell.run("admin checkpoint --name a");
    assertThat(made.exitCode()).isZero();
    assertThat(made.out())
        .isEqualTo(
            """
            NAME  SERVER  MADE                    BYTES  PATH
            a     s1      2023-11-14T22:13:20Z  5242880  /data/s1/a
            a     s2      2023-11-14T22:13:20Z  5242880  /data/s2/a
            """);
    assertThat(shell.lastSettings().timeout()).hasMinutes(5);
    shell.run("admin checkpoint --name b");
    assertThat(shell.run("admin checkpoint --list").out().lines()).hasSize(1 + 2 * 2);
    TestShell.Result removed = shell.run("admin checkpoint --remove a");
    assertThat(removed.exitCode()).isZero();
    assertThat(removed.out()).isEmpty();
    assertThat(shell.run("admin checkpoint --list").out().lines()).hasSize(1 + 2);
  }

  @Test
  void defaultCheckpointNameIsTheTime() throws Exception {
    JsonNode json = new ObjectMapper().readTree(shell.run("admin checkpoint --json").out());
    assertThat(json.at("/servers/0/id").asText()).isEqualTo("s1");
    assertThat(json.at("/servers/0/checkpoints/0/name").asText()).matches("[0-9]{8}T[0-9]{6}Z");
    assertThat(json.at("/servers/1/checkpoints/0/bytes").asLong()).isEqualTo(5 << 20);
  }

  @Test
  void errorNamesTheFailedServer() throws Exception {
    shell.client().takeSecondServerDown();
    TestShell.Result result = shell.run("admin checkpoint --name a --json");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).startsWith("giga admin checkpoint: s2: ").contains("did not answer");
    JsonNode json = new ObjectMapper().readTree(result.out());
    assertThat(json.at("/servers/0/checkpoints/0/path").asText()).isEqualTo("/data/s1/a");
    assertThat(json.at("/servers/1/error").asText()).contains("did not answer");
  }

  @Test
  void conflictingOptionsAreRefused() {
    TestShell.Result result = shell.run("admin checkpoint --list --remove a");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(shell.run("admin checkpoint --remove=").exitCode()).isEqualTo(2);
  }
}
