package io.gigafs.protocol.cluster;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.LinkedHashMap;
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
      Codec.of(StatusResult.class, StatusResult::write, StatusResult::read);

  /** The minimum encoded size of a counter: the length of its name and its value. */
  private static final int MIN_COUNTER_BYTES = 1 + 1;

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

  void write(WireWriter out) {
    out.text(server.value()).varlong(uptimeMillis).varlong(epoch).count(slots);
    out.varlong(entries).varlong(partitions);
    out.count(counters.size());
    counters.forEach((name, value) -> out.text(name).varlong(value));
    registration.write(out);
    out.count(moves.size());
    for (MoveStatus move : moves) {
      move.write(out);
    }
    out.count(details.size());
    for (PartitionStatus detail : details) {
      detail.write(out);
    }
    out.count(problems.size());
    for (ServerProblem problem : problems) {
      problem.write(out);
    }
    out.count(absent.size());
    for (AbsentServer other : absent) {
      other.write(out);
    }
  }

  static StatusResult read(WireReader in) {
    return new StatusResult(
        new ServerId(in.text()),
        in.varlong(),
        in.varlong(),
        in.count(),
        in.varlong(),
        in.varlong(),
        readCounters(in),
        RegistrationStatus.read(in),
        in.list(MoveStatus.MIN_BYTES, MoveStatus::read),
        in.list(PartitionStatus.MIN_BYTES, PartitionStatus::read),
        in.list(ServerProblem.MIN_BYTES, ServerProblem::read),
        in.list(AbsentServer.MIN_BYTES, AbsentServer::read));
  }

  private static Map<String, Long> readCounters(WireReader in) {
    int count = in.count(Limits.MAX_COUNTERS, MIN_COUNTER_BYTES);
    Map<String, Long> counters = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      counters.put(in.text(), in.varlong());
    }
    return counters;
  }
}
