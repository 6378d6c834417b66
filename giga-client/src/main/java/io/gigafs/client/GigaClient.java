package io.gigafs.client;

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
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.XattrMode;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A blocking client of a cluster: {@link AsyncGigaClient} for threads that wait. Safe for use by
 * several threads.
 */
public interface GigaClient extends AutoCloseable {
  /** The underlying client. */
  AsyncGigaClient async();

  /** This client, acting for another caller. */
  GigaClient as(Caller caller);

  FileAttributes stat(GigaPath path) throws GigaException;

  FileAttributes create(GigaPath path, int mode, boolean exclusive) throws GigaException;

  List<BulkOutcome> createAll(GigaPath directory, List<Name> names, int mode, boolean exclusive)
      throws GigaException;

  List<BulkOutcome> restoreAll(GigaPath directory, List<RestoredEntry> entries)
      throws GigaException;

  FileAttributes makeDirectory(GigaPath path, int mode) throws GigaException;

  FileAttributes setAttributes(GigaPath path, AttributeChange change) throws GigaException;

  void unlink(GigaPath path) throws GigaException;

  void removeDirectory(GigaPath path) throws GigaException;

  /**
   * Lists a directory. The iterator fetches pages as needed, and may throw an {@link
   * java.io.UncheckedIOException}.
   */
  EntryIterator list(GigaPath path, boolean attributes) throws GigaException;

  FileAttributes stat(GigaPath path, Follow follow) throws GigaException;

  void access(GigaPath path, int wanted) throws GigaException;

  void rename(GigaPath from, GigaPath to, RenameMode mode) throws GigaException;

  FileAttributes link(GigaPath existing, GigaPath name, Follow follow) throws GigaException;

  FileAttributes symlink(byte[] target, GigaPath path) throws GigaException;

  byte[] readLink(GigaPath path) throws GigaException;

  FileAttributes makeNode(GigaPath path, FileType type, int mode, long device) throws GigaException;

  byte[] getXattr(GigaPath path, String name, Follow follow) throws GigaException;

  List<Xattr> listXattrs(GigaPath path, Follow follow) throws GigaException;

  void setXattr(GigaPath path, Xattr xattr, XattrMode mode, Follow follow) throws GigaException;

  void removeXattr(GigaPath path, String name, Follow follow) throws GigaException;

  FileAttributes setAttributes(GigaPath path, AttributeChange change, Follow follow)
      throws GigaException;

  OpenFile open(GigaPath path, OpenOptions options) throws GigaException;

  byte[] readFile(GigaPath path) throws GigaException;

  Optional<Integer> keptChecksum(GigaPath path) throws GigaException;

  FileAttributes writeFile(GigaPath path, int mode, byte[] bytes, boolean sync)
      throws GigaException;

  Optional<ExposedFile> expose(GigaPath path) throws GigaException;

  ClusterView changeVolume(
      VolumeChangeRequest.Kind kind, int volume, URI uri, VolumeSettings settings)
      throws GigaException;

  default ClusterView changeVolume(VolumeChangeRequest.Kind kind, int volume, URI uri)
      throws GigaException {
    return changeVolume(kind, volume, uri, VolumeSettings.UNCHANGED);
  }

  VolumesResult volumes(ServerInfo server) throws GigaException;

  ObjectsResult objects(ServerInfo server, int volume, byte[] cursor) throws GigaException;

  void setQuota(GigaPath directory, long maxEntries, long maxBytes) throws GigaException;

  Quota quota(GigaPath directory) throws GigaException;

  ContentSum sum(GigaPath directory) throws GigaException;

  ClusterSpace statFs() throws GigaException;

  StatusResult status(ServerInfo server, boolean partitions) throws GigaException;

  ClusterView changeCluster(ClusterChangeRequest.Kind kind, ServerId server) throws GigaException;

  CheckResult check(ServerInfo server, byte[] cursor) throws GigaException;

  CheckResult checkData(ServerInfo server, byte[] cursor) throws GigaException;

  List<Verdict> recheck(ServerInfo server, @Nullable InodeId lostAndFound, List<Finding> findings)
      throws GigaException;

  ClusterView clusterView() throws GigaException;

  ClientStatistics statistics();

  @Override
  void close();

  /** The entries of a listing. */
  interface EntryIterator extends Iterator<ListedEntry>, AutoCloseable {
    @Override
    void close();
  }
}
