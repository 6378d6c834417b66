package io.gigafs.client.connect;

import io.gigafs.client.AsyncAdminClient;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.EndpointCall;
import io.gigafs.client.session.ClientContext;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.CheckpointRequest.CheckpointInfo;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.data.VolumesRequest;
import io.gigafs.protocol.data.VolumesRequest.VolumesResult;
import io.gigafs.protocol.fsck.CheckRequest;
import io.gigafs.protocol.fsck.CheckRequest.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.RecheckRequest;
import io.gigafs.protocol.fsck.Verdict;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Administers a cluster, with one request for each call. Safe for use by several threads. */
final class CoreAdminClient implements AsyncAdminClient {
  /**
   * An existing connection may be broken; a failure of a second one means that the server is down.
   */
  private static final int STATUS_ROUNDS = 2;

  private final ClientContext context;
  private final Caller caller;

  CoreAdminClient(ClientContext context, Caller caller) {
    this.context = context;
    this.caller = caller;
  }

  @Override
  public CompletableFuture<ClusterView> changeVolume(
      VolumeChangeRequest.Kind kind, int volume, URI uri, VolumeSettings settings) {
    return change(
        verb(kind) + " volume " + (volume == 0 ? uri : volume),
        new VolumeChangeRequest(caller, kind, volume, uri, settings));
  }

  @Override
  public CompletableFuture<ClusterView> changeCluster(
      ClusterChangeRequest.Kind kind, ServerId server) {
    return change(verb(kind) + " " + server, new ClusterChangeRequest(caller, kind, server));
  }

  private static String verb(Enum<?> kind) {
    return kind.toString().toLowerCase(Locale.ROOT);
  }

  /** Sends a change of the view to the servers in turn, until one can make it. */
  private CompletableFuture<ClusterView> change(String verb, Request<ClusterViewResult> request) {
    ClientOperation<ClusterView> operation = admit(verb);
    new EndpointCall<>(
            context,
            operation,
            context.refresh().candidates(),
            request,
            result -> {
              context.views().adopt(result.view());
              operation.complete(context.views().current());
            },
            operation::fail)
        .send();
    return operation.future();
  }

  @Override
  public CompletableFuture<VolumesResult> volumes(ServerInfo server) {
    ClientOperation<VolumesResult> operation = admit("volumes of " + server.id());
    to(server, operation, VolumesRequest.INSTANCE, operation::complete).send();
    return operation.future();
  }

  @Override
  public CompletableFuture<ObjectsResult> objects(ServerInfo server, int volume, byte[] cursor) {
    ClientOperation<ObjectsResult> operation = admit("objects of " + server.id());
    to(server, operation, new ObjectsRequest(caller, volume, cursor), operation::complete)
        .withRetries()
        .send();
    return operation.future();
  }

  @Override
  public CompletableFuture<StatusResult> status(ServerInfo server, boolean partitions) {
    ClientOperation<StatusResult> operation = admit("status of " + server.id());
    to(server, operation, new StatusRequest(partitions), operation::complete)
        .withRounds(STATUS_ROUNDS)
        .send();
    return operation.future();
  }

  @Override
  public CompletableFuture<CheckResult> check(ServerInfo server, byte[] cursor) {
    return check(server, new CheckRequest(caller, false, cursor));
  }

  @Override
  public CompletableFuture<CheckResult> checkData(ServerInfo server, byte[] cursor) {
    return check(server, new CheckRequest(caller, true, cursor));
  }

  private CompletableFuture<CheckResult> check(ServerInfo server, CheckRequest request) {
    ClientOperation<CheckResult> operation = admit("check of " + server.id());
    to(server, operation, request, operation::complete).withRetries().send();
    return operation.future();
  }

  @Override
  public CompletableFuture<List<Verdict>> recheck(
      ServerInfo server, @Nullable InodeId lostAndFound, List<Finding> findings) {
    ClientOperation<List<Verdict>> operation = admit("recheck of " + server.id());
    RecheckRequest request =
        new RecheckRequest(
            caller,
            lostAndFound != null,
            lostAndFound == null ? InodeId.SUPER_ROOT : lostAndFound,
            findings);
    to(server, operation, request, result -> operation.complete(result.verdicts()))
        .withRetries()
        .send();
    return operation.future();
  }

  @Override
  public CompletableFuture<List<CheckpointInfo>> checkpoint(
      ServerInfo server, CheckpointRequest.Action action, String name) {
    ClientOperation<List<CheckpointInfo>> operation = admit("checkpoint of " + server.id());
    CheckpointRequest request =
        new CheckpointRequest(action, caller, context.random().nextLong(), name);
    to(server, operation, request, result -> operation.complete(result.checkpoints())).send();
    return operation.future();
  }

  private <R extends Result> EndpointCall<R> to(
      ServerInfo server, ClientOperation<?> operation, Request<R> request, Consumer<R> then) {
    return new EndpointCall<>(
        context, operation, List.of(server.endpoint()), request, then, operation::fail);
  }

  private <T> ClientOperation<T> admit(String verb) {
    return ClientOperation.admit(context, verb, null, caller);
  }
}
