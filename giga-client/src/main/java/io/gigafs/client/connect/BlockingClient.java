package io.gigafs.client.connect;

import io.gigafs.client.AdminClient;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.ClientStatistics;
import io.gigafs.client.ClusterSpace;
import io.gigafs.client.ContentSum;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.ExposedFile;
import io.gigafs.client.FlushScope;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.Quota;
import io.gigafs.client.Target;
import io.gigafs.cluster.ClusterView;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.List;
import java.util.Optional;

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
  public AdminClient admin() {
    return new BlockingAdminClient(async.admin());
  }

  @Override
  public FileAttributes stat(Target target) throws GigaException {
    return Awaiting.result(client.stat(target));
  }

  @Override
  public FileAttributes create(Target target, int mode, boolean exclusive) throws GigaException {
    return Awaiting.result(client.create(target, mode, exclusive));
  }

  @Override
  public List<BulkOutcome> createAll(
      DirectoryTarget directory, List<Name> names, int mode, boolean exclusive)
      throws GigaException {
    return Awaiting.result(client.createAll(directory, names, mode, exclusive));
  }

  @Override
  public List<BulkOutcome> restoreAll(DirectoryTarget directory, List<RestoredEntry> entries)
      throws GigaException {
    return Awaiting.result(client.restoreAll(directory, entries));
  }

  @Override
  public FileAttributes makeDirectory(Target target, int mode) throws GigaException {
    return Awaiting.result(client.makeDirectory(target, mode));
  }

  @Override
  public FileAttributes setAttributes(Target target, AttributeChange change) throws GigaException {
    return Awaiting.result(client.setAttributes(target, change));
  }

  @Override
  public void unlink(Target target) throws GigaException {
    Awaiting.result(client.unlink(target));
  }

  @Override
  public void removeDirectory(Target target) throws GigaException {
    Awaiting.result(client.removeDirectory(target));
  }

  @Override
  public EntryIterator list(DirectoryTarget directory, boolean attributes) throws GigaException {
    return new PagedEntries(Awaiting.result(client.list(directory, attributes)));
  }

  @Override
  public FileAttributes stat(Target target, Follow follow) throws GigaException {
    return Awaiting.result(client.stat(target, follow));
  }

  @Override
  public void access(Target target, int wanted) throws GigaException {
    Awaiting.result(client.access(target, wanted));
  }

  @Override
  public void rename(Target from, Target to, RenameMode mode) throws GigaException {
    Awaiting.result(client.rename(from, to, mode));
  }

  @Override
  public FileAttributes link(Target existing, Target name, Follow follow) throws GigaException {
    return Awaiting.result(client.link(existing, name, follow));
  }

  @Override
  public FileAttributes symlink(byte[] text, Target name) throws GigaException {
    return Awaiting.result(client.symlink(text, name));
  }

  @Override
  public byte[] readLink(Target target) throws GigaException {
    return Awaiting.result(client.readLink(target));
  }

  @Override
  public FileAttributes makeNode(Target target, FileType type, int mode, long device)
      throws GigaException {
    return Awaiting.result(client.makeNode(target, type, mode, device));
  }

  @Override
  public byte[] getXattr(Target target, String name, Follow follow) throws GigaException {
    return Awaiting.result(client.getXattr(target, name, follow));
  }

  @Override
  public List<Xattr> listXattrs(Target target, Follow follow) throws GigaException {
    return Awaiting.result(client.listXattrs(target, follow));
  }

  @Override
  public void setXattr(Target target, Xattr xattr, XattrMode mode, Follow follow)
      throws GigaException {
    Awaiting.result(client.setXattr(target, xattr, mode, follow));
  }

  @Override
  public void removeXattr(Target target, String name, Follow follow) throws GigaException {
    Awaiting.result(client.removeXattr(target, name, follow));
  }

  @Override
  public FileAttributes setAttributes(Target target, AttributeChange change, Follow follow)
      throws GigaException {
    return Awaiting.result(client.setAttributes(target, change, follow));
  }

  @Override
  public OpenFile open(Target target, OpenOptions options) throws GigaException {
    return Awaiting.result(client.open(target, options));
  }

  @Override
  public byte[] readFile(Target target) throws GigaException {
    return Awaiting.result(client.readFile(target));
  }

  @Override
  public Optional<Integer> keptChecksum(Target target) throws GigaException {
    return Awaiting.result(client.keptChecksum(target));
  }

  @Override
  public FileAttributes writeFile(Target target, int mode, byte[] bytes, boolean sync)
      throws GigaException {
    return Awaiting.result(client.writeFile(target, mode, bytes, sync));
  }

  @Override
  public Optional<ExposedFile> expose(Target target) throws GigaException {
    return Awaiting.result(client.expose(target));
  }

  @Override
  public void setQuota(DirectoryTarget directory, long maxEntries, long maxBytes)
      throws GigaException {
    Awaiting.result(client.setQuota(directory, maxEntries, maxBytes));
  }

  @Override
  public Quota quota(DirectoryTarget directory) throws GigaException {
    return Awaiting.result(client.quota(directory));
  }

  @Override
  public ContentSum sum(DirectoryTarget directory) throws GigaException {
    return Awaiting.result(client.sum(directory));
  }

  @Override
  public ClusterSpace statFs() throws GigaException {
    return Awaiting.result(client.statFs());
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
    client.flush(FlushScope.ALL).join();
    client.awaitUploads();
    client.close();
  }
}
