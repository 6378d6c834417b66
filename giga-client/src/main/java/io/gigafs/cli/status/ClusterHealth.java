package io.gigafs.cli.status;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.cluster.StatusResult.AbsentServer;
import io.gigafs.protocol.cluster.StatusResult.MoveStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The state of a cluster: its view, and the answers of its servers. */
public record ClusterHealth(ClusterView view, List<ServerHealth> servers) {
  public ClusterHealth {
    servers = List.copyOf(servers);
  }

  /** Queries all servers in parallel; takes as long as the slowest, or the client's timeout. */
  public static ClusterHealth ask(GigaClient client, boolean partitions) throws GigaException {
    ClusterView view = client.clusterView();
    List<CompletableFuture<ServerHealth>> answers = new ArrayList<>();
    for (ServerInfo server : view.servers()) {
      int slots = view.slotsOf(server.id());
      boolean draining = view.draining().contains(server.id());
      answers.add(
          client
              .async()
              .admin()
              .status(server, partitions)
              .handle(
                  (status, thrown) ->
                      new ServerHealth(
                          server,
                          slots,
                          draining,
                          status,
                          thrown == null ? "" : ErrorText.of(thrown),
                          null)));
    }
    List<ServerHealth> servers = answers.stream().map(CompletableFuture::join).toList();
    return new ClusterHealth(
        view,
        servers.stream()
            .map(server -> server.isUp() ? server : server.since(absentSince(server, servers)))
            .toList());
  }

  /** The earliest time at which a server that is up noticed the absence of a server. */
  private static @Nullable Instant absentSince(ServerHealth down, List<ServerHealth> servers) {
    return servers.stream()
        .map(ServerHealth::status)
        .filter(Objects::nonNull)
        .flatMap(status -> status.absent().stream())
        .filter(absent -> absent.server().equals(down.server().id()))
        .map(AbsentServer::sinceMillis)
        .min(Comparator.naturalOrder())
        .map(Instant::ofEpochMilli)
        .orElse(null);
  }

  /** Whether all servers are up and report no problems. */
  boolean isAllWell() {
    return servers.stream()
        .allMatch(server -> server.complaint().isEmpty() && server.problems().isEmpty());
  }

  /** The number of slots that must still move, including moves that have not begun. */
  public int slotsToMove() {
    return SlotPlanner.slotsToMove(view);
  }

  /** The slots in transfer. */
  public List<MoveHealth> moves() {
    List<MoveHealth> moves = new ArrayList<>();
    for (SlotMove move : view.moves()) {
      ServerId to = view.ownerOf(move.slot()).id();
      moves.add(new MoveHealth(move, to, progressOf(move.slot(), to)));
    }
    return moves;
  }

  /** Servers that are down and block the transfer of slots. */
  public List<ServerId> heldUpBy() {
    Set<ServerId> up =
        servers.stream()
            .filter(ServerHealth::isUp)
            .map(server -> server.server().id())
            .collect(Collectors.toSet());
    return SlotPlanner.heldUpBy(view, up).stream().map(ServerInfo::id).toList();
  }

  private @Nullable MoveStatus progressOf(int slot, ServerId to) {
    for (ServerHealth server : servers) {
      StatusResult status = server.status();
      if (status != null && server.server().id().equals(to)) {
        return status.moves().stream().filter(move -> move.slot() == slot).findFirst().orElse(null);
      }
    }
    return null;
  }
}
