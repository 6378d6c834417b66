package io.gigafs.client.connect;

import io.gigafs.client.AdminClient;
import io.gigafs.client.AsyncAdminClient;
import io.gigafs.client.Awaiting;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.GigaException;
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
import org.jspecify.annotations.Nullable;

/** Waits for an {@link AsyncAdminClient}. Safe for use by several threads. */
record BlockingAdminClient(AsyncAdminClient client) implements AdminClient {
  @Override
  public ClusterView changeVolume(
      VolumeChangeRequest.Kind kind, int volume, URI uri, VolumeSettings settings)
      throws GigaException {
    return Awaiting.result(client.changeVolume(kind, volume, uri, settings));
  }

  @Override
  public VolumesResult volumes(ServerInfo server) throws GigaException {
    return Awaiting.result(client.volumes(server));
  }

  @Override
  public ObjectsResult objects(ServerInfo server, int volume, byte[] cursor) throws GigaException {
    return Awaiting.result(client.objects(server, volume, cursor));
  }

  @Override
  public StatusResult status(ServerInfo server, boolean partitions) throws GigaException {
    return Awaiting.result(client.status(server, partitions));
  }

  @Override
  public ClusterView changeCluster(ClusterChangeRequest.Kind kind, ServerId server)
      throws GigaException {
    return Awaiting.result(client.changeCluster(kind, server));
  }

  @Override
  public List<CheckpointInfo> checkpoint(
      ServerInfo server, CheckpointRequest.Action action, String name) throws GigaException {
    return Awaiting.result(client.checkpoint(server, action, name));
  }

  @Override
  public CheckResult check(ServerInfo server, byte[] cursor) throws GigaException {
    return Awaiting.result(client.check(server, cursor));
  }

  @Override
  public CheckResult checkData(ServerInfo server, byte[] cursor) throws GigaException {
    return Awaiting.result(client.checkData(server, cursor));
  }

  @Override
  public List<Verdict> recheck(
      ServerInfo server, @Nullable InodeId lostAndFound, List<Finding> findings)
      throws GigaException {
    return Awaiting.result(client.recheck(server, lostAndFound, findings));
  }
}
