package io.gigafs.cluster.zookeeper;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The JSON records in the cluster's nodes. Each record names its format version. */
final class ClusterRecords {
  /** The version that this program writes, and the newest that it reads. */
  static final int VERSION = 3;

  /** The version that added groups and weights of volumes, and the transfer directory. */
  private static final int GROUPS_VERSION = 2;

  /** The version that added the caches of servers. */
  private static final int CACHES_VERSION = 3;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ClusterRecords() {}

  /** The parameters that the cluster was formatted with. */
  record Format(
      int version, UUID clusterId, int slots, int initialServers, ClusterSettings settings) {
    static Format of(ClusterFormat format) {
      return new Format(
          VERSION, format.clusterId(), format.slots(), format.initialServers(), format.settings());
    }

    ClusterFormat toFormat() {
      return new ClusterFormat(clusterId, slots, initialServers, settings);
    }
  }

  /**
   * The store that a server id belongs to. Each registration rewrites the node with the same
   * content, so that the node's version counts registrations.
   */
  record Member(int version, UUID store) {}

  /**
   * A server that is present.
   *
   * @param incarnation distinguishes one run of a server from the next
   * @param process identifies the operating system process
   * @param cacheBytes the capacity of its part of the cache group
   * @param sessionTimeoutMillis the session timeout after which ZooKeeper deletes the node of a
   *     silent server
   */
  record Registration(
      int version,
      String endpoint,
      UUID store,
      UUID incarnation,
      ServerProcess process,
      long cacheBytes,
      long sessionTimeoutMillis) {}

  /** The secret that only the cluster's servers know, created by the first that needs it. */
  @SuppressWarnings("ArrayRecordComponent") // only serialized, never compared
  record Secret(int version, byte[] bytes) {}

  /**
   * The view. Each server record lists the slots that it owns: see {@link SlotRanges}.
   *
   * @param slots the number of slots
   * @param moves the slot moves in progress
   * @param nextVolume the id that the next volume gets
   */
  record View(
      int version,
      UUID clusterId,
      long epoch,
      ClusterSettings settings,
      int slots,
      List<Server> servers,
      List<Move> moves,
      int nextVolume,
      List<VolumeInfo> volumes) {

    /** A member and its slots. */
    record Server(String id, String endpoint, boolean draining, long cacheBytes, String slots) {}

    /** A slot that moves to its owner from another server, since an epoch. */
    record Move(int slot, String from, long since) {}

    static View of(ClusterView view) {
      int[] owners = view.slots().toArray();
      List<Server> servers = new ArrayList<>();
      for (int place = 0; place < view.servers().size(); place++) {
        int owner = place;
        ServerInfo server = view.servers().get(place);
        int[] owned =
            IntStream.range(0, owners.length).filter(slot -> owners[slot] == owner).toArray();
        servers.add(
            new Server(
                server.id().value(),
                server.endpoint().toString(),
                view.draining().contains(server.id()),
                server.cacheBytes(),
                SlotRanges.format(owned)));
      }
      List<Move> moves =
          view.moves().stream()
              .map(move -> new Move(move.slot(), move.from().value(), move.since()))
              .toList();
      return new View(
          VERSION,
          view.clusterId(),
          view.epoch(),
          view.settings(),
          owners.length,
          servers,
          moves,
          view.nextVolume(),
          view.volumes());
    }

    ClusterView toView() {
      SlotTable.checkSlots(slots);
      int[] owners = new int[slots];
      Arrays.fill(owners, -1);
      List<ServerInfo> infos = new ArrayList<>();
      Set<ServerId> draining = new HashSet<>();
      for (Server server : servers) {
        int place = infos.size();
        ServerId id = new ServerId(server.id());
        infos.add(new ServerInfo(id, Endpoint.parse(server.endpoint()), server.cacheBytes()));
        if (server.draining()) {
          draining.add(id);
        }
        SlotRanges.parse(server.slots(), slot -> own(owners, slot, place));
      }
      List<SlotMove> onTheirWay =
          moves.stream()
              .map(move -> new SlotMove(move.slot(), new ServerId(move.from()), move.since()))
              .toList();
      return new ClusterView(
          clusterId,
          epoch,
          settings,
          infos,
          SlotTable.of(owners),
          onTheirWay,
          draining,
          volumes,
          nextVolume);
    }

    private static void own(int[] owners, int slot, int place) {
      if (slot >= owners.length || owners[slot] >= 0) {
        throw new IllegalArgumentException("slot " + slot + " has two owners or does not exist");
      }
      owners[slot] = place;
    }
  }

  /** A server's copy of the cluster's records, in a file. */
  record Copy(int version, Format format, View view) {}

  static byte[] write(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + value, e);
    }
  }

  /**
   * Parses and converts the record of a node.
   *
   * @throws MembershipException if it is damaged or of a newer version
   */
  static <T, R> R read(String path, byte[] json, Class<T> type, Function<T, R> reader) {
    T found = read(path, json, type);
    try {
      return reader.apply(found);
    } catch (MembershipException e) {
      throw e;
    } catch (RuntimeException e) {
      // Jackson accepts nulls in lists, and the constructors of records throw various exceptions.
      throw damaged(path, e);
    }
  }

  /**
   * Parses the record of a node.
   *
   * @throws MembershipException if it is damaged or of a newer version
   */
  private static <T> T read(String path, byte[] json, Class<T> type) {
    try {
      JsonNode tree = JSON.readTree(json);
      int version = tree == null ? 0 : tree.path("version").asInt();
      if (version > VERSION) {
        throw new MembershipException(
            "ZooKeeper's node "
                + path
                + " was written by a newer Giga (records of version "
                + version
                + ", this one knows "
                + VERSION
                + "): upgrade this one");
      }
      if (tree != null && version < GROUPS_VERSION) {
        addGroups(tree);
        addTransferDirectory(tree);
      }
      if (tree != null && version < CACHES_VERSION) {
        addCaches(tree, type);
      }
      T record = tree != null && tree.isObject() ? JSON.treeToValue(tree, type) : null;
      if (record == null) {
        throw damaged(path, null);
      }
      return record;
    } catch (IOException e) {
      throw damaged(path, e);
    }
  }

  /** Upgrades the volumes of an older record: each forms a group of its own, with equal weight. */
  private static void addGroups(JsonNode tree) {
    for (JsonNode volumes : tree.findValues("volumes")) {
      for (JsonNode volume : volumes) {
        if (volume instanceof ObjectNode fields) {
          fields.put("group", "").put("weight", VolumeInfo.DEFAULT_WEIGHT);
        }
      }
    }
  }

  private static void addTransferDirectory(JsonNode tree) {
    for (JsonNode settings : tree.findValues("settings")) {
      if (settings instanceof ObjectNode fields) {
        fields.put("transferDirectory", "");
      }
    }
  }

  /** Upgrades the servers of an older record: none has a cache. */
  private static void addCaches(JsonNode tree, Class<?> type) {
    for (JsonNode servers : tree.findValues("servers")) {
      for (JsonNode server : servers) {
        if (server instanceof ObjectNode fields) {
          fields.put("cacheBytes", 0);
        }
      }
    }
    if (type == Registration.class && tree instanceof ObjectNode fields) {
      fields.put("cacheBytes", 0);
    }
  }

  static MembershipException damaged(String path, @Nullable Exception cause) {
    return new MembershipException(
        "ZooKeeper's node "
            + path
            + " does not hold what Giga wrote there: restore the node from a backup of"
            + " ZooKeeper"
            + (cause == null ? "" : " (" + firstLine(cause) + ")"),
        cause);
  }

  private static String firstLine(Exception cause) {
    String message =
        cause instanceof JsonProcessingException json
            ? json.getOriginalMessage()
            : String.valueOf(cause.getMessage());
    return message == null ? "" : message.lines().findFirst().orElse("");
  }
}
