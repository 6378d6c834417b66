package io.gigafs.client;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.Name;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ClusterChangeRequest;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.StatFsResult;
import io.gigafs.protocol.StatusResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A client of a cluster: one method per file operation. Safe for use by several threads.
 *
 * <p>No method blocks, except to hold back a caller that has too many operations in flight. Futures
 * fail with a {@code GigaException} whose code is that of the system call's errno; none outlives
 * the client's timeout. Each operation takes effect at most once, however often it had to be sent.
 */
public interface AsyncGigaClient extends AutoCloseable {
  /**
   * This client, acting for someone else; connections, caches and limits are shared, and closing
   * either closes both.
   */
  AsyncGigaClient as(Caller caller);

  CompletableFuture<FileAttributes> stat(GigaPath path);

  /**
   * Makes a regular file of no bytes.
   *
   * @param mode permission bits (07777), the umask already applied
   * @param exclusive whether an existing file is an error (EEXIST)
   */
  CompletableFuture<FileAttributes> create(GigaPath path, int mode, boolean exclusive);

  /**
   * Makes many regular files of no bytes in one directory. Each succeeds or fails alone.
   *
   * @return an outcome per name, in their order
   */
  CompletableFuture<List<BulkOutcome>> createAll(
      GigaPath directory, List<Name> names, int mode, boolean exclusive);

  CompletableFuture<FileAttributes> makeDirectory(GigaPath path, int mode);

  CompletableFuture<FileAttributes> setAttributes(GigaPath path, AttributeChange change);

  /** Removes a name that is not a directory. */
  CompletableFuture<Void> unlink(GigaPath path);

  CompletableFuture<Void> removeDirectory(GigaPath path);

  /**
   * Lists a directory, page by page. An entry that exists throughout is listed exactly once,
   * whatever happens to the directory meanwhile; the order is the index's, not that of names.
   *
   * @param attributes whether entries come with all attributes
   */
  CompletableFuture<Listing> list(GigaPath path, boolean attributes);

  /** The totals over all servers. */
  CompletableFuture<StatFsResult> statFs();

  /**
   * How a server is; by its endpoint, so that a server that no view names can be asked too. Fails
   * at once where nobody listens.
   */
  CompletableFuture<StatusResult> status(ServerInfo server, boolean partitions);

  /**
   * Changes what a server is to the cluster; for the superuser. Doing it again does no harm.
   *
   * @return the cluster's view, with the change
   */
  CompletableFuture<ClusterView> changeCluster(ClusterChangeRequest.Kind kind, ServerId server);

  /** A view of the cluster that is fresh from one of its servers. */
  CompletableFuture<ClusterView> clusterView();

  /** Counts since the client began. */
  ClientStatistics statistics();

  @Override
  void close();
}
