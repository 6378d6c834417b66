package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.listOf;
import static io.gigafs.protocol.Elements.mapOf;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Result;
import java.util.List;
import java.util.Map;

/**
 * The status of a server.
 *
 * @param counters named counts since the server started, e.g. operations, splits, redirects
 * @param partitions the number of partitions
 * @param registration whether the server accepts changes
 * @param moves the progress of slots that are moving to this server
 * @param details the partitions, if requested
 * @param problems in ascending order of severity; empty if there are none
 * @param absent other members that are not registered, with the time at which this server noticed
 *     that; only the leader knows any
 */
public record StatusResult(
    ServerId server,
    long uptimeMillis,
    long epoch,
    int slots,
    long entries,
    long partitions,
    Map<String, Long> counters,
    RegistrationStatus registration,
    List<MoveStatus> moves,
    List<PartitionStatus> details,
    List<ServerProblem> problems,
    List<AbsentServer> absent)
    implements Result {
  public static final Codec<StatusResult> CODEC =
      Codec.of(
          StatusResult.class,
          SERVER,
          VARLONG,
          VARLONG,
          COUNT,
          VARLONG,
          VARLONG,
          mapOf(Limits.MAX_COUNTERS, TEXT, VARLONG),
          RegistrationStatus.CODEC,
          listOf(MoveStatus.CODEC),
          listOf(PartitionStatus.CODEC),
          listOf(ServerProblem.CODEC),
          listOf(AbsentServer.CODEC));

  /** A copy with the state of the server's membership. */
  public StatusResult with(RegistrationStatus newRegistration, List<AbsentServer> newAbsent) {
    return new StatusResult(
        server,
        uptimeMillis,
        epoch,
        slots,
        entries,
        partitions,
        counters,
        newRegistration,
        moves,
        details,
        problems,
        newAbsent);
  }
}
