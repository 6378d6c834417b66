package io.gigafs.client;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.CheckpointRequest.CheckpointInfo;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.data.VolumesRequest.VolumesResult;
import io.gigafs.protocol.fsck.CheckRequest.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Administers a cluster: status of servers, members, volumes, checks and checkpoints. Safe for use
 * by several threads. Futures fail as those of {@link AsyncGigaClient}.
 */
public interface AsyncAdminClient {
  /**
   * Changes the cluster's volumes; for the superuser. Idempotent.
   *
   * @param volume 0 for one that is added
   * @param uri of one that is added, else empty
   * @param settings of one that is added or set
   * @return the cluster's view, with the change
   */
  CompletableFuture<ClusterView> changeVolume(
      VolumeChangeRequest.Kind kind, int volume, URI uri, VolumeSettings settings);

  /** Changes the cluster's volumes, with unchanged settings. */
  default CompletableFuture<ClusterView> changeVolume(
      VolumeChangeRequest.Kind kind, int volume, URI uri) {
    return changeVolume(kind, volume, uri, VolumeSettings.UNCHANGED);
  }

  /** The state of the cluster's volumes as a server sees it. */
  CompletableFuture<VolumesResult> volumes(ServerInfo server);

  /**
   * The objects of a volume that a server knows; for the superuser.
   *
   * @param cursor from the previous result, empty to begin
   */
  CompletableFuture<ObjectsResult> objects(ServerInfo server, int volume, byte[] cursor);

  /**
   * The status of a server. It is addressed by its endpoint, so that a server outside the view can
   * be queried too. Fails at once if nothing listens there.
   */
  CompletableFuture<StatusResult> status(ServerInfo server, boolean partitions);

  /**
   * Changes a server's membership; for the superuser. Idempotent.
   *
   * @return the cluster's view, with the change
   */
  CompletableFuture<ClusterView> changeCluster(ClusterChangeRequest.Kind kind, ServerId server);

  /**
   * Requests that a server check the next part of its store.
   *
   * @param cursor from the previous result, empty to begin
   */
  CompletableFuture<CheckResult> check(ServerInfo server, byte[] cursor);

  /**
   * Requests that a server verify the checksums of the next small files that it keeps; the cursor
   * works as for {@link #check}.
   */
  CompletableFuture<CheckResult> checkData(ServerInfo server, byte[] cursor);

  /**
   * Requests that a server examine its findings again.
   *
   * @param lostAndFound the directory for entries without a parent, if still valid findings are to
   *     be repaired; null for no repair
   * @return a verdict for each finding, in their order
   */
  CompletableFuture<List<Verdict>> recheck(
      ServerInfo server, @Nullable InodeId lostAndFound, List<Finding> findings);

  /**
   * Makes, lists or removes checkpoints of a server's store; for root only. Takes effect once,
   * however often it is retried.
   *
   * @param name empty to list
   */
  CompletableFuture<List<CheckpointInfo>> checkpoint(
      ServerInfo server, CheckpointRequest.Action action, String name);
}
