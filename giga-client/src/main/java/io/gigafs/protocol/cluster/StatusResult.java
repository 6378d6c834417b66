package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.DEPTH;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.listOf;
import static io.gigafs.protocol.Elements.mapOf;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
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

  /**
   * A member that is not registered.
   *
   * @param sinceMillis when the reporting server noticed its absence, ms since the epoch by that
   *     server's clock
   */
  public record AbsentServer(ServerId server, long sinceMillis) {
    static final Codec<AbsentServer> CODEC = Codec.of(AbsentServer.class, SERVER, VARLONG);
  }

  /**
   * The progress of a slot that is moving to a server.
   *
   * @param partitionsLeft the number of its partitions that are still on the previous owner
   * @param entriesMoved the number of entries that have arrived
   */
  public record MoveStatus(int slot, ServerId from, long partitionsLeft, long entriesMoved) {
    static final Codec<MoveStatus> CODEC =
        Codec.of(MoveStatus.class, COUNT, SERVER, VARLONG, VARLONG);
  }

  /** One partition of a status report. */
  public record PartitionStatus(
      InodeId directory,
      PartitionIndex partition,
      int depth,
      int slot,
      long entries,
      boolean splitting) {
    static final Codec<PartitionStatus> CODEC =
        Codec.of(PartitionStatus.class, HEAD, DEPTH, COUNT, VARLONG, FLAG);
  }

  /**
   * The state of a server's registration in the cluster, without which it accepts no changes.
   *
   * @param leaseMillis the remaining time of the registration lease, if it is not renewed; 0 if it
   *     has expired
   * @param leaseFailure why the lease is not renewed; empty while it is
   */
  public record RegistrationStatus(long leaseMillis, String leaseFailure) {
    static final Codec<RegistrationStatus> CODEC =
        Codec.of(RegistrationStatus.class, VARLONG, TEXT);

    /** A registration that no other process can take over. */
    public static final RegistrationStatus SAFE = new RegistrationStatus(Long.MAX_VALUE, "");

    /** Whether the server accepts changes. */
    public boolean isHeld() {
      return leaseMillis > 0;
    }
  }

  /**
   * A problem of a server that is able to answer.
   *
   * @param kind one word: {@code behind}, it refuses the newest view of the cluster; {@code full},
   *     it creates nothing; {@code lost}, it was started without data that it had acknowledged;
   *     {@code damaged}, some entries cannot be read; {@code failed}, nothing can be changed
   * @param sinceMillis when the server noticed, ms since the epoch by its own clock
   * @param cause what is wrong, and where
   * @param remedy what the operator should do
   */
  public record ServerProblem(String kind, long sinceMillis, String cause, String remedy) {
    static final Codec<ServerProblem> CODEC =
        Codec.of(ServerProblem.class, TEXT, VARLONG, TEXT, TEXT);
  }
}
