package io.gigafs.cli.status;

import io.gigafs.cli.JsonObject;
import io.gigafs.cluster.ClusterView;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.cluster.StatusResult.PartitionStatus;
import io.gigafs.protocol.cluster.StatusResult.ServerProblem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A cluster's health as JSON. */
final class StatusJson {
  private StatusJson() {}

  static JsonObject of(ClusterHealth health, boolean partitions) {
    ClusterView view = health.view();
    return new JsonObject()
        .put("cluster_id", view.clusterId())
        .put("epoch", view.epoch())
        .put("slots", view.slots().slots())
        .put("split_threshold", view.settings().splitThreshold())
        .put("transfer_directory", view.settings().transferDirectory())
        .put("slots_to_move", health.slotsToMove())
        .put("moves", health.moves().stream().map(StatusJson::move).toList())
        .put("held_up_by", health.heldUpBy())
        .put(
            "servers",
            health.servers().stream().map(server -> server(server, partitions)).toList());
  }

  private static JsonObject server(ServerHealth server, boolean partitions) {
    JsonObject json =
        new JsonObject()
            .put("id", server.server().id())
            .put("endpoint", server.server().endpoint())
            .put("slots", server.slots())
            .put("draining", server.draining());
    StatusResult status = server.status();
    if (status == null) {
      Instant absentSince = server.absentSince();
      return json.put("state", "down")
          .put("reason", server.reason())
          .put("absent_since_ms", absentSince == null ? null : absentSince.toEpochMilli());
    }
    JsonObject counters = new JsonObject();
    status.counters().entrySet().stream()
        .sorted(java.util.Map.Entry.comparingByKey())
        .forEach(counter -> counters.put(counter.getKey(), counter.getValue()));
    json.put("state", server.state())
        .put("problems", server.problems().stream().map(StatusJson::problem).toList())
        .put("epoch", status.epoch())
        .put("uptime_ms", status.uptimeMillis())
        .put("entries", status.entries())
        .put("partitions", status.partitions())
        .put("splits", server.splits())
        .put("heat_splits", server.heatSplits())
        .put("copied_names", server.copiedNames())
        .put("lease_ms", status.registration().leaseMillis())
        .put("lease_failure", status.registration().leaseFailure())
        .put("counters", counters);
    return partitions ? json.put("partition_details", partitions(status)) : json;
  }

  private static JsonObject problem(ServerProblem problem) {
    return new JsonObject()
        .put("kind", problem.kind())
        .put("since_ms", problem.sinceMillis())
        .put("cause", problem.cause())
        .put("remedy", problem.remedy());
  }

  private static JsonObject move(MoveHealth move) {
    return new JsonObject()
        .put("slot", move.move().slot())
        .put("from", move.move().from())
        .put("to", move.to())
        .put("since", move.move().since())
        .put("partitions_left", move.partitionsLeft())
        .put("entries_moved", move.entriesMoved());
  }

  private static List<JsonObject> partitions(StatusResult status) {
    List<JsonObject> partitions = new ArrayList<>();
    for (PartitionStatus partition : status.details()) {
      partitions.add(
          new JsonObject()
              .put("directory", partition.directory())
              .put("partition", partition.partition().value())
              .put("depth", partition.depth())
              .put("slot", partition.slot())
              .put("entries", partition.entries())
              .put("splitting", partition.splitting()));
    }
    return partitions;
  }
}
