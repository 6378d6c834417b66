package io.gigafs.client;

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

/**
 * Administers a cluster: {@link AsyncAdminClient} for threads that wait. Safe for use by several
 * threads.
 */
public interface AdminClient {
  ClusterView changeVolume(
      VolumeChangeRequest.Kind kind, int volume, URI uri, VolumeSettings settings)
      throws GigaException;

  default ClusterView changeVolume(VolumeChangeRequest.Kind kind, int volume, URI uri)
      throws GigaException {
    return changeVolume(kind, volume, uri, VolumeSettings.UNCHANGED);
  }

  VolumesResult volumes(ServerInfo server) throws GigaException;

  ObjectsResult objects(ServerInfo server, int volume, byte[] cursor) throws GigaException;

  StatusResult status(ServerInfo server, boolean partitions) throws GigaException;

  ClusterView changeCluster(ClusterChangeRequest.Kind kind, ServerId server) throws GigaException;

  List<CheckpointInfo> checkpoint(ServerInfo server, CheckpointRequest.Action action, String name)
      throws GigaException;

  CheckResult check(ServerInfo server, byte[] cursor) throws GigaException;

  CheckResult checkData(ServerInfo server, byte[] cursor) throws GigaException;

  List<Verdict> recheck(ServerInfo server, @Nullable InodeId lostAndFound, List<Finding> findings)
      throws GigaException;
}
