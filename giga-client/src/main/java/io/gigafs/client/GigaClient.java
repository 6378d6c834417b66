package io.gigafs.client;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.Name;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ClusterChangeRequest;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.ListedEntry;
import io.gigafs.protocol.StatFsResult;
import io.gigafs.protocol.StatusResult;
import java.util.Iterator;
import java.util.List;

/**
 * A client of a cluster whose methods return when the operation is done: {@link AsyncGigaClient}
 * for threads that wait. Safe for use by several threads.
 */
public interface GigaClient extends AutoCloseable {
  /** The client underneath. */
  AsyncGigaClient async();

  /** This client, acting for someone else. */
  GigaClient as(Caller caller);

  FileAttributes stat(GigaPath path) throws GigaException;

  FileAttributes create(GigaPath path, int mode, boolean exclusive) throws GigaException;

  List<BulkOutcome> createAll(GigaPath directory, List<Name> names, int mode, boolean exclusive)
      throws GigaException;

  FileAttributes makeDirectory(GigaPath path, int mode) throws GigaException;

  FileAttributes setAttributes(GigaPath path, AttributeChange change) throws GigaException;

  void unlink(GigaPath path) throws GigaException;

  void removeDirectory(GigaPath path) throws GigaException;

  /**
   * Lists a directory; pages are fetched as the iterator goes on, which may throw an {@link
   * java.io.UncheckedIOException}.
   */
  EntryIterator list(GigaPath path, boolean attributes) throws GigaException;

  StatFsResult statFs() throws GigaException;

  StatusResult status(ServerInfo server, boolean partitions) throws GigaException;

  ClusterView changeCluster(ClusterChangeRequest.Kind kind, ServerId server) throws GigaException;

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
