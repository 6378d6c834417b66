package io.gigafs.client;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.Name;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ClusterChangeRequest;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.StatFsResult;
import io.gigafs.protocol.StatusResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Waits for an {@link AsyncGigaClient}. Safe for use by several threads.
 *
 * <p>A thread that is interrupted while it waits gets an EIO that says so and stays interrupted;
 * the operation goes on without it.
 */
final class BlockingClient implements GigaClient {
  private final AsyncGigaClient client;

  BlockingClient(AsyncGigaClient client) {
    this.client = client;
  }

  /** What a future holds, once it does. */
  static <T> T await(CompletableFuture<T> future) throws GigaException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      GigaException failure =
          ErrorCode.EIO.exception("interrupted; the operation goes on unattended");
      failure.initCause(e);
      throw failure;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GigaException failure) {
        throw failure;
      }
      GigaException failure = ErrorCode.EIO.exception("unexpected " + e.getCause());
      failure.initCause(e);
      throw failure;
    }
  }

  @Override
  public AsyncGigaClient async() {
    return client;
  }

  @Override
  public GigaClient as(Caller caller) {
    return new BlockingClient(client.as(caller));
  }

  @Override
  public FileAttributes stat(GigaPath path) throws GigaException {
    return await(client.stat(path));
  }

  @Override
  public FileAttributes create(GigaPath path, int mode, boolean exclusive) throws GigaException {
    return await(client.create(path, mode, exclusive));
  }

  @Override
  public List<BulkOutcome> createAll(
      GigaPath directory, List<Name> names, int mode, boolean exclusive) throws GigaException {
    return await(client.createAll(directory, names, mode, exclusive));
  }

  @Override
  public FileAttributes makeDirectory(GigaPath path, int mode) throws GigaException {
    return await(client.makeDirectory(path, mode));
  }

  @Override
  public FileAttributes setAttributes(GigaPath path, AttributeChange change) throws GigaException {
    return await(client.setAttributes(path, change));
  }

  @Override
  public void unlink(GigaPath path) throws GigaException {
    await(client.unlink(path));
  }

  @Override
  public void removeDirectory(GigaPath path) throws GigaException {
    await(client.removeDirectory(path));
  }

  @Override
  public EntryIterator list(GigaPath path, boolean attributes) throws GigaException {
    return new PagedEntries(await(client.list(path, attributes)));
  }

  @Override
  public StatFsResult statFs() throws GigaException {
    return await(client.statFs());
  }

  @Override
  public StatusResult status(ServerInfo server, boolean partitions) throws GigaException {
    return await(client.status(server, partitions));
  }

  @Override
  public ClusterView changeCluster(ClusterChangeRequest.Kind kind, ServerId server)
      throws GigaException {
    return await(client.changeCluster(kind, server));
  }

  @Override
  public ClusterView clusterView() throws GigaException {
    return await(client.clusterView());
  }

  @Override
  public ClientStatistics statistics() {
    return client.statistics();
  }

  @Override
  public void close() {
    client.close();
  }
}
