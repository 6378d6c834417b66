package io.gigafs.cli.volume;

import io.gigafs.cli.JsonObject;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.data.VolumeState;
import io.gigafs.volume.FileSystemId;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A volume, as seen by the servers that answered.
 *
 * @param totalBytes the maximum that servers report; 0 if none does
 * @param freeBytes the same for free bytes
 * @param toMove objects that are still to be moved away; -1 while a server has not counted
 * @param toReclaim objects that are still to be deleted
 * @param createNanos the mean time to create an object, over the servers that know; 0 if none does
 * @param share the mean share of new files that are placed there, over the servers that answered
 * @param problems servers that place no new files there, and why
 */
record VolumeReport(
    VolumeInfo info,
    long totalBytes,
    long freeBytes,
    long toMove,
    long toReclaim,
    long createNanos,
    double share,
    Map<ServerId, String> problems) {
  static VolumeReport of(VolumeInfo info, Map<ServerId, List<VolumeState>> servers) {
    long totalBytes = 0;
    long freeBytes = 0;
    long toMove = 0;
    long toReclaim = 0;
    LongSummaryStatistics createNanos = new LongSummaryStatistics();
    long share = 0;
    Map<ServerId, String> problems = new TreeMap<>();
    for (Map.Entry<ServerId, List<VolumeState>> server : servers.entrySet()) {
      VolumeState state =
          server.getValue().stream()
              .filter(each -> each.volume() == info.id())
              .findFirst()
              .orElse(
                  new VolumeState(
                      info.id(),
                      "the server does not know it yet",
                      0,
                      0,
                      0,
                      FileSystemId.UNKNOWN,
                      -1,
                      0,
                      0,
                      0));
      if (state.totalBytes() > totalBytes) {
        totalBytes = state.totalBytes();
        freeBytes = state.freeBytes();
      }
      toMove = toMove < 0 || state.toMove() < 0 ? -1 : toMove + state.toMove();
      toReclaim += state.toReclaim();
      if (state.createNanos() > 0) {
        createNanos.accept(state.createNanos());
      }
      share += state.share();
      if (!state.problem().isEmpty()) {
        problems.put(server.getKey(), state.problem());
      }
    }
    return new VolumeReport(
        info,
        totalBytes,
        freeBytes,
        toMove,
        toReclaim,
        (long) createNanos.getAverage(),
        (double) share / VolumeState.WHOLE_SHARE / Math.max(1, servers.size()),
        problems);
  }

  /** Whether nothing is left to move or delete, as far as the servers have counted. */
  boolean isEmptied() {
    return toMove == 0 && toReclaim == 0;
  }

  /** The state's name, for people and programs. */
  String state() {
    return info.state().toString().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  JsonObject json() {
    JsonObject reasons = new JsonObject();
    problems.forEach((server, problem) -> reasons.put(server.toString(), problem));
    return new JsonObject()
        .put("id", info.id())
        .put("uri", info.uri())
        .put("state", state())
        .put("group", info.group())
        .put("weight", info.weight())
        .put("share", share)
        .put("create_us", TimeUnit.NANOSECONDS.toMicros(createNanos))
        .put("total_bytes", totalBytes)
        .put("free_bytes", freeBytes)
        .put("to_move", info.state().isDraining() ? toMove : 0)
        .put("to_reclaim", toReclaim)
        .put("problems", reasons);
  }
}
