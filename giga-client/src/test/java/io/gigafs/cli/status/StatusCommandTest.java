package io.gigafs.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gigafs.cli.TestShell;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.TestViews;
import io.gigafs.protocol.cluster.StatusResult.RegistrationStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests {@code giga status} on a cluster in memory. */
class StatusCommandTest {
  /** s2 drains: slot 3 is moving, and slot 1 has yet to move. */
  private static final ClusterView MOVING =
      TestViews.of(
          new UUID(0, 7),
          6,
          ClusterSettings.DEFAULTS,
          List.of(
              new ServerInfo(new ServerId("s1"), new Endpoint("10.0.0.1", 7000)),
              new ServerInfo(new ServerId("s2"), new Endpoint("10.0.0.2", 7000))),
          SlotTable.of(0, 1, 0, 0),
          List.of(new SlotMove(3, new ServerId("s2"), 6)),
          Set.of(new ServerId("s2")));

  private final TestShell shell = new TestShell();

  @Test
  void showsServers() {
    TestShell.Result result = shell.run("status");
    assertThat(result.out())
        .isEqualTo(
            """
            cluster 00000000-0000-0000-0000-000000000007, epoch 5, 4 slots, split threshold 8000

            SERVER  ENDPOINT       STATE  SLOTS  EPOCH  ENTRIES  PARTITIONS  SPLITS  FOR HEAT  COPIED  UPTIME
            s1      10.0.0.1:7000  up         2      5     1000           4       3         1       2   1h 2m
            s2      10.0.0.2:7000  up         2      5     1000           4       3         1       2   1h 2m
            """);
    assertThat(result.exitCode()).isZero();
    assertThat(shell.lastSettings().timeout()).hasSeconds(5);
  }

  @Test
  void showsTheCachesOfServers() {
    shell
        .client()
        .setCaches(
            Map.of(
                "cache.capacity_bytes",
                1L << 30,
                "cache.bytes",
                3L << 20,
                "cache.blocks",
                3L,
                "cache.hits",
                40L,
                "cache.joined",
                2L,
                "cache.fills",
                3L));
    assertThat(shell.run("status").out())
        .endsWith(
            """

            SERVER  CACHE   USED  BLOCKS  HITS  FILLS  REFUSED  FAILURES
            s1      1 GiB  3 MiB       3    42      3        0         0
            s2      1 GiB  3 MiB       3    42      3        0         0
            """);
  }

  @Test
  void showsAServerThatIsDown() {
    shell.client().takeSecondServerDown();
    TestShell.Result result = shell.run("status --timeout 2s");
    assertThat(result.out())
        .contains(
            "s2      10.0.0.2:7000  down       2      -        -           -       -         -       -       -\n");
    assertThat(result.err())
        .isEqualTo(
            "giga status: s2 is down since 1970-01-02T01:01:01Z: s2 at 10.0.0.2:7000 did not answer: Connection"
                + " timed out. The entries in its 2 slots are unavailable until it runs again. To do: check the"
                + " end of its log and start 'giga server --id s2' there again\n");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(shell.lastSettings().timeout()).hasSeconds(2);
  }

  @Test
  void showsProblemsOfARunningServer() throws Exception {
    shell.client().fillSecondServer();
    TestShell.Result result = shell.run("status");
    assertThat(result.out()).contains("s2      10.0.0.2:7000  full       2      5     1000");
    assertThat(result.err())
        .isEqualTo(
            "giga status: s2 is full since 1970-01-02T01:01:01Z: /data: too little. To do: remove\n");
    assertThat(result.exitCode()).isEqualTo(1);
    JsonNode json = new ObjectMapper().readTree(shell.run("status --json").out());
    assertThat(json.at("/servers/0/problems").isEmpty()).isTrue();
    assertThat(json.at("/servers/1/state").asText()).isEqualTo("full");
    assertThat(json.at("/servers/1/problems/0"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    "{\"kind\":\"full\",\"since_ms\":90061000,\"cause\":\"/data: too little\","
                        + "\"remedy\":\"remove\"}"));
  }

  @Test
  void showsSlotMovesAndDrainingServers() {
    shell.client().setView(MOVING);
    TestShell.Result result = shell.run("status");
    assertThat(result.out())
        .contains("s2      10.0.0.2:7000  draining      1 ")
        .endsWith(
            """

            2 slots have yet to move, 1 on the way
            SLOT  FROM  TO  SINCE EPOCH  PARTITIONS LEFT  ENTRIES MOVED
               3  s2    s1            6                3            700
            """);
    assertThat(result.exitCode()).isZero();

    shell.client().takeSecondServerDown();
    assertThat(shell.run("status").err()).endsWith("giga status: slots wait for s2 to come back\n");
  }

  @Test
  void showsServersThatTakeNoChanges() {
    shell
        .client()
        .setRegistration(new RegistrationStatus(0, "it has lost ZooKeeper (zk1:2181) for 12 s"));
    TestShell.Result result = shell.run("status");
    assertThat(result.err())
        .startsWith(
            "giga status: s1 accepts no changes: it has lost ZooKeeper (zk1:2181) for 12 s\n");
    assertThat(result.exitCode()).isEqualTo(1);

    shell
        .client()
        .setRegistration(new RegistrationStatus(3_500, "it has lost ZooKeeper (zk1:2181) for 4 s"));
    assertThat(shell.run("status").err())
        .startsWith(
            "giga status: s1 accepts changes for 3 s more: it has lost ZooKeeper (zk1:2181) for 4 s\n");
  }

  @Test
  void jsonShowsMovesAndRegistrations() throws Exception {
    shell.client().setView(MOVING);
    JsonNode json = new ObjectMapper().readTree(shell.run("status --json").out());
    assertThat(json.at("/slots_to_move").asInt()).isEqualTo(2);
    assertThat(json.at("/moves/0/slot").asInt()).isEqualTo(3);
    assertThat(json.at("/moves/0/to").asText()).isEqualTo("s1");
    assertThat(json.at("/moves/0/partitions_left").asLong()).isEqualTo(3);
    assertThat(json.at("/held_up_by").size()).isZero();
    assertThat(json.at("/servers/1/draining").asBoolean()).isTrue();
    assertThat(json.at("/servers/1/lease_ms").asLong()).isEqualTo(Long.MAX_VALUE);
    assertThat(json.at("/servers/1/lease_failure").asText()).isEmpty();
  }

  @Test
  void showsPartitions() {
    assertThat(shell.run("status --partitions").out())
        .endsWith(
            """

            DIRECTORY  PARTITION  DEPTH  SLOT  SERVER  ENTRIES  STATE
                  0:2          0      1     0  s1           42  splitting
                  0:2          0      1     0  s2           42  splitting
            """);
  }

  @Test
  void writesJson() throws Exception {
    shell.client().takeSecondServerDown();
    TestShell.Result result = shell.run("status --json --partitions");
    JsonNode json = new ObjectMapper().readTree(result.out());
    assertThat(json.at("/epoch").asLong()).isEqualTo(5);
    assertThat(json.at("/servers/0/state").asText()).isEqualTo("up");
    assertThat(json.at("/servers/0/splits").asLong()).isEqualTo(3);
    assertThat(json.at("/servers/0/heat_splits").asLong()).isEqualTo(1);
    assertThat(json.at("/servers/0/copied_names").asLong()).isEqualTo(2);
    assertThat(json.at("/servers/0/partition_details/0/entries").asLong()).isEqualTo(42);
    assertThat(json.at("/servers/1/state").asText()).isEqualTo("down");
    assertThat(json.at("/servers/1/reason").asText()).contains("did not answer");
    assertThat(result.exitCode()).isEqualTo(1);
  }
}
