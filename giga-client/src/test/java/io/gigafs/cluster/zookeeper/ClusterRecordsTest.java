package io.gigafs.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.zookeeper.ClusterRecords.Format;
import io.gigafs.cluster.zookeeper.ClusterRecords.Registration;
import io.gigafs.cluster.zookeeper.ClusterRecords.View;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for the JSON records in ZooKeeper, including those of older versions. */
class ClusterRecordsTest {
  /** ZooKeeper's default size limit of a node. */
  private static final int MAX_NODE_BYTES = 1 << 20;

  @Test
  void viewIsWrittenAsReadableJson() {
    ClusterView view =
        new ClusterView(
            new UUID(0, 1),
            3,
            ClusterSettings.DEFAULTS,
            List.of(
                server("a", 1),
                new ServerInfo(new ServerId("b"), new Endpoint("host", 2), 1L << 30)),
            SlotTable.interleaved(8, 2),
            List.of(new SlotMove(3, new ServerId("a"), 2)),
            Set.of(new ServerId("a")),
            List.of(
                new VolumeInfo(
                    2, URI.create("posix:///pan/giga"), VolumeInfo.State.DRAINING, "shelf1", 3)),
            4);

    assertThat(new String(ClusterRecords.write(View.of(view)), StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines(
            """
            {
              "version" : 3,
              "clusterId" : "00000000-0000-0000-0000-000000000001",
              "epoch" : 3,
              "settings" : {
                "splitThreshold" : 8000,
                "inlineLimit" : 65536,
                "transferDirectory" : ""
              },
              "slots" : 8,
              "servers" : [ {
                "id" : "a",
                "endpoint" : "host:1",
                "draining" : true,
                "cacheBytes" : 0,
                "slots" : "0-6/2"
              }, {
                "id" : "b",
                "endpoint" : "host:2",
                "draining" : false,
                "cacheBytes" : 1073741824,
                "slots" : "1-7/2"
              } ],
              "moves" : [ {
                "slot" : 3,
                "from" : "a",
                "since" : 2
              } ],
              "nextVolume" : 4,
              "volumes" : [ {
                "id" : 2,
                "uri" : "posix:///pan/giga",
                "state" : "DRAINING",
                "group" : "shelf1",
                "weight" : 3
              } ]
            }""");
  }

  @Test
  void oldSettingsHaveNoTransferDirectory() {
    ClusterFormat format =
        ClusterRecords.read(
            "/format",
            """
            {"version": 1, "clusterId": "00000000-0000-0000-0000-000000000001", "slots": 8,
             "initialServers": 1, "settings": {"splitThreshold": 9, "inlineLimit": 7}}
            """
                .getBytes(StandardCharsets.UTF_8),
            Format.class,
            Format::toFormat);
    assertThat(format.settings()).isEqualTo(new ClusterSettings(9, 7, ""));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anyViewRoundTrips(long seed) {
    Random random = new Random(seed);
    int[] owners = IntStream.range(0, 65_536).map(slot -> random.nextInt(30)).toArray();
    List<ServerInfo> servers =
        IntStream.range(0, 30).mapToObj(place -> server("s" + place, place)).toList();
    ClusterView view =
        new ClusterView(
            new UUID(0, 1),
            seed,
            ClusterSettings.DEFAULTS.withTransferDirectory("/pan/transfers"),
            servers,
            SlotTable.of(owners),
            List.of(new SlotMove(7, servers.get((owners[7] + 1) % 30).id(), seed)),
            Set.of(servers.get(29).id()),
            IntStream.rangeClosed(1, 50).mapToObj(ClusterRecordsTest::volume).toList(),
            77);

    byte[] json = ClusterRecords.write(View.of(view));
    assertThat(json).hasSizeLessThan(MAX_NODE_BYTES);
    assertThat(ClusterRecords.read("/view", json, View.class, View::toView)).isEqualTo(view);
  }

  private static VolumeInfo volume(int id) {
    VolumeInfo.State[] states = VolumeInfo.State.values();
    URI uri = URI.create("posix:///pan/giga" + id);
    return new VolumeInfo(id, uri, states[id % states.length], "group" + id % 7, 1 + id % 3);
  }

  /** Volumes from before volume groups form a group each, with equal weight. */
  @Test
  void readsAViewOfVersion1() {
    String json =
        """
        {
          "version" : 1,
          "clusterId" : "00000000-0000-0000-0000-000000000001",
          "epoch" : 3,
          "settings" : { "splitThreshold" : 8000, "inlineLimit" : 65536 },
          "slots" : 2,
          "servers" : [ { "id" : "a", "endpoint" : "host:1", "draining" : false, "slots" : "0-1" } ],
          "moves" : [ ],
          "nextVolume" : 4,
          "volumes" : [
            { "id" : 2, "uri" : "posix:///pan/giga", "state" : "DRAINING" },
            { "id" : 3, "uri" : "posix:///pan/two", "state" : "ACTIVE" } ]
        }""";

    assertThat(readView(json).volumes())
        .containsExactly(
            new VolumeInfo(2, URI.create("posix:///pan/giga"), VolumeInfo.State.DRAINING, "", 1),
            new VolumeInfo(3, URI.create("posix:///pan/two"), VolumeInfo.State.ACTIVE, "", 1));
    assertThatThrownBy(() -> readView(json.replace("\"version\" : 1", "\"version\" : 2")))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("does not hold what Giga wrote there");
  }

  /** Servers from before the cache have a cache of zero bytes. */
  @Test
  void readsAViewAndARegistrationOfVersion2() {
    String json =
        """
        {
          "version" : 2,
          "clusterId" : "00000000-0000-0000-0000-000000000001",
          "epoch" : 3,
          "settings" : { "splitThreshold" : 8000, "inlineLimit" : 65536, "transferDirectory" : "" },
          "slots" : 2,
          "servers" : [ { "id" : "a", "endpoint" : "host:1", "draining" : false, "slots" : "0-1" } ],
          "moves" : [ ],
          "nextVolume" : 1,
          "volumes" : [ ]
        }""";
    assertThat(readView(json).servers()).containsExactly(server("a", 1));
    assertThatThrownBy(() -> readView(json.replace("\"version\" : 2", "\"version\" : 3")))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("does not hold what Giga wrote there");
    Registration registration =
        ClusterRecords.read(
            "/servers/a",
            """
            {"version": 2, "endpoint": "host:1", "store": "00000000-0000-0000-0000-000000000001",
             "incarnation": "00000000-0000-0000-0000-000000000002",
             "process": {"machine": "m", "pid": 7, "startTicks": 9},
             "sessionTimeoutMillis": 10000}
            """
                .getBytes(StandardCharsets.UTF_8),
            Registration.class,
            found -> found);
    assertThat(registration.cacheBytes()).isZero();
  }

  private static ClusterView readView(String json) {
    return ClusterRecords.read(
        "/giga/view", json.getBytes(StandardCharsets.UTF_8), View.class, View::toView);
  }

  @Test
  void refusesRecordsOfANewerVersion() {
    assertThatThrownBy(() -> readFormat("{\"version\": 4, \"new\": true}"))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("newer Giga");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"version\": 1}",
        "{\"version\": 1, \"clusterId\": \"x\"}",
        "{\"version\":1,\"clusterId\":\"00000000-0000-0000-0000-000000000001\",\"slots\":8,"
            + "\"initialServers\":1,\"settings\":null}",
        "not JSON"
      })
  void refusesDamagedRecords(String json) {
    assertThatThrownBy(() -> readFormat(json))
        .isInstanceOf(MembershipException.class)
        .hasMessageContaining("does not hold what Giga wrote there");
  }

  @Test
  void refusesSlotsWithTwoOwnersOrNone() {
    assertThatIllegalArgumentException().isThrownBy(() -> view("0-3", "3").toView());
    assertThatIllegalArgumentException().isThrownBy(() -> view("0-1", "3").toView());
    assertThatIllegalArgumentException().isThrownBy(() -> view("0-1", "2-4").toView());
    assertThat(view("0-1", "2-3").toView().slots()).isEqualTo(SlotTable.of(0, 0, 1, 1));
  }

  private static View view(String slotsOfA, String slotsOfB) {
    return new View(
        1,
        new UUID(0, 1),
        1,
        ClusterSettings.DEFAULTS,
        4,
        List.of(
            new View.Server("a", "host:1", false, 0, slotsOfA),
            new View.Server("b", "host:2", false, 0, slotsOfB)),
        List.of(),
        1,
        List.of());
  }

  private static Format readFormat(String json) {
    return ClusterRecords.read(
        "/giga/format", json.getBytes(StandardCharsets.UTF_8), Format.class, format -> format);
  }

  private static ServerInfo server(String id, int port) {
    return new ServerInfo(new ServerId(id), new Endpoint("host", port));
  }
}
