package io.gigafs.client.connect;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.ClientStatistics;
import io.gigafs.client.ClusterSpace;
import io.gigafs.client.ContentSum;
import io.gigafs.client.ExposedFile;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.Quota;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.data.ObjectsResult;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.data.VolumesResult;
import io.gigafs.protocol.fsck.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.XattrMode;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Waits for an {@link AsyncGigaClient}. Safe for use by several threads.
 *
 * <p>A thread that is interrupted while it waits gets an EIO with that reason and stays
 * interrupted. The operation continues.
 */
final class BlockingClient implements GigaClient {
  private final AsyncGigaClient async;
  private final AsyncGigaClient client;

  BlockingClient(AsyncGigaClient client) {
    this.async = client;
    this.client = client.waiting();
  }

  @Override
  public AsyncGigaClient async() {
    return async;
  }

  @Override
  public GigaClient as(Caller caller) {
    return new BlockingClient(async.as(caller));
  }

  @Override
  public FileAttributes stat(GigaPath path) throws GigaException {
    return Awaiting.result(client.stat(path));
  }

  @Override
  public FileAttributes create(GigaPath path, int mode, boolean exclusive) throws GigaException {
    return Awaiting.result(client.create(path, mode, exclusive));
  }

  @Override
  public List<BulkOutcome> createAll(
      GigaPath directory, List<Name> names, int mode, boolean exclusive) throws GigaException {
    return Awaiting.result(client.createAll(directory, names, mode, exclusive));
  }

  @Override
  public List<BulkOutcome> restoreAll(GigaPath directory, List<RestoredEntry> entries)
      throws GigaException {
    return Awaiting.result(client.restoreAll(directory, entries));
  }

  @Override
  public FileAttributes makeDirectory(GigaPath path, int mode) throws GigaException {
    return Awaiting.result(client.makeDirectory(path, mode));
  }

  @Override
  public FileAttributes setAttributes(GigaPath path, AttributeChange change) throws GigaException {
    return Awaiting.result(client.setAttributes(path, change));
  }

  @Override
  public void unlink(GigaPath path) throws GigaException {
    Awaiting.result(client.unlink(path));
  }

  @Override
  public void removeDirectory(GigaPath path) throws GigaException {
    Awaiting.result(client.removeDirectory(path));
  }

  @Override
  public EntryIterator list(GigaPath path, boolean attributes) throws GigaException {
    return new PagedEntries(Awaiting.result(client.list(path, attributes)));
  }

  @Override
  public FileAttributes stat(GigaPath path, Follow follow) throws GigaException {
    return Awaiting.result(client.stat(path, follow));
  }

  @Override
  public void access(GigaPath path, int wanted) throws GigaException {
    Awaiting.result(client.access(path, wanted));
  }

  @Override
  public void rename(GigaPath from, GigaPath to, RenameMode mode) throws GigaException {
    Awaiting.result(client.rename(from, to, mode));
  }

  @Override
  public FileAttributes link(GigaPath existing, GigaPath name, Follow follow) throws GigaException {
    return Awaiting.result(client.link(existing, name, follow));
  }

  @Override
  public FileAttributes symlink(byte[] target, GigaPath path) throws GigaException {
    return Awaiting.result(client.symlink(target, path));
  }

  @Override
  public byte[] readLink(GigaPath path) throws GigaException {
    return Awaiting.result(client.readLink(path));
  }

  @Override
  public FileAttributes makeNode(GigaPath path, FileType type, int mode, long device)
      throws GigaException {
    return Awaiting.result(client.makeNode(path, type, mode, device));
  }

  @Override
  public byte[] getXattr(GigaPath path, String name, Follow follow) throws GigaException {
    return Awaiting.result(client.getXattr(path, name, follow));
  }

  @Override
  public List<Xattr> listXattrs(GigaPath path, Follow follow) throws GigaException {
    return Awaiting.result(client.listXattrs(path, follow));
  }

  @Override
  public void setXattr(GigaPath path, Xattr xattr, XattrMode mode, Follow follow)
      throws GigaException {
    Awaiting.result(client.setXattr(path, xattr, mode, follow));
  }

  @Override
  public void removeXattr(GigaPath path, String name, Follow follow) throws GigaException {
    Awaiting.result(client.removeXattr(path, name, follow));
  }

  @Override
  public FileAttributes setAttributes(GigaPath path, AttributeChange change, Follow follow)
      throws GigaException {
    return Awaiting.result(client.setAttributes(path, change, follow));
  }

  @Override
  public OpenFile open(GigaPath path, OpenOptions options) throws GigaException {
    return Awaiting.result(client.open(path, options));
  }

  @Override
  public byte[] readFile(GigaPath path) throws GigaException {
    return Awaiting.result(client.readFile(path));
  }

  @Override
  public Optional<Integer> keptChecksum(GigaPath path) throws GigaException {
    return Awaiting.result(client.keptChecksum(path));
  }

  @Override
  public FileAttributes writeFile(GigaPath path, int mode, byte[] bytes, boolean sync)
      throws GigaException {
    return Awaiting.result(client.writeFile(path, mode, bytes, sync));
  }

  @Override
  public Optional<ExposedFile> expose(GigaPath path) throws GigaException {
    return Awaiting.result(client.expose(path));
  }

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
  public void setQuota(GigaPath directory, long maxEntries, long maxBytes) throws GigaException {
    Awaiting.result(client.setQuota(directory, maxEntries, maxBytes));
  }

  @Override
  public Quota quota(GigaPath directory) throws GigaException {
    return Awaiting.result(client.quota(directory));
  }

  @Override
  public ContentSum sum(GigaPath directory) throws GigaException {
    return Awaiting.result(client.sum(directory));
  }

  @Override
  public ClusterSpace statFs() throws GigaException {
    return Awaiting.result(client.statFs());
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

  @Override
  public ClusterView clusterView() throws GigaException {
    return Awaiting.result(client.clusterView());
  }

  @Override
  public ClientStatistics statistics() {
    return client.statistics();
  }

  @Override
  public void close() {
    client.flushAll().join();
    client.awaitUploads();
    client.close();
  }
}
