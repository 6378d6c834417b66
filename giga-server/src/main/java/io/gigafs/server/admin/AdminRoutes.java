package io.gigafs.server.admin;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.protocol.cluster.StatFsRequest;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.cluster.SyncRequest;
import io.gigafs.server.context.RouteTable;
import io.gigafs.server.context.ServerContext;

/** The requests of operators about one server, and what any server answers about the cluster. */
public final class AdminRoutes {
  private AdminRoutes() {}

  /** Registers them. */
  public static void register(
      RouteTable routes, ServerContext context, StatusReporter status, Checkpoints checkpoints) {
    routes
        .<ClusterViewRequest, ClusterViewResult>here(
            ClusterViewRequest.OPCODE,
            (request, exchange) ->
                exchange.answer(new Answer.Done<>(new ClusterViewResult(context.view().get()))))
        .<SyncRequest, Empty>here(
            SyncRequest.OPCODE,
            (request, exchange) -> context.syncs().answer(exchange, Empty.INSTANCE))
        .here(StatFsRequest.OPCODE, status::statFs)
        .here(StatusRequest.OPCODE, status::status)
        .here(CheckpointRequest.OPCODE, checkpoints::take);
  }
}
