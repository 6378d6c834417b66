package io.gigafs.client;

import io.gigafs.cluster.ClusterView;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A blocking client of a cluster: {@link AsyncGigaClient} for threads that wait. Safe for use by
 * several threads.
 */
public interface GigaClient extends AutoCloseable {
  /** The underlying client. */
  AsyncGigaClient async();

  /** This client, acting for another caller. */
  GigaClient as(Caller caller);

  /** Administers the cluster, acting for the same caller. */
  AdminClient admin();

  FileAttributes stat(Target target) throws GigaException;

  FileAttributes create(Target target, int mode, boolean exclusive) throws GigaException;

  List<BulkOutcome> createAll(
      DirectoryTarget directory, List<Name> names, int mode, boolean exclusive)
      throws GigaException;

  List<BulkOutcome> restoreAll(DirectoryTarget directory, List<RestoredEntry> entries)
      throws GigaException;

  FileAttributes makeDirectory(Target target, int mode) throws GigaException;

  FileAttributes setAttributes(Target target, AttributeChange change) throws GigaException;

  void unlink(Target target) throws GigaException;

  void removeDirectory(Target target) throws GigaException;

  /**
   * Lists a directory. The iterator fetches pages as needed, and may throw an {@link
   * java.io.UncheckedIOException}.
   */
  EntryIterator list(DirectoryTarget directory, boolean attributes) throws GigaException;

  FileAttributes stat(Target target, Follow follow) throws GigaException;

  void access(Target target, int wanted) throws GigaException;

  void rename(Target from, Target to, RenameMode mode) throws GigaException;

  FileAttributes link(Target existing, Target name, Follow follow) throws GigaException;

  FileAttributes symlink(byte[] text, Target name) throws GigaException;

  byte[] readLink(Target target) throws GigaException;

  FileAttributes makeNode(Target target, FileType type, int mode, long device) throws GigaException;

  byte[] getXattr(Target target, String name, Follow follow) throws GigaException;

  List<Xattr> listXattrs(Target target, Follow follow) throws GigaException;

  void setXattr(Target target, Xattr xattr, XattrMode mode, Follow follow) throws GigaException;

  void removeXattr(Target target, String name, Follow follow) throws GigaException;

  FileAttributes setAttributes(Target target, AttributeChange change, Follow follow)
      throws GigaException;

  OpenFile open(Target target, OpenOptions options) throws GigaException;

  byte[] readFile(Target target) throws GigaException;

  Optional<Integer> keptChecksum(Target target) throws GigaException;

  FileAttributes writeFile(Target target, int mode, byte[] bytes, boolean sync)
      throws GigaException;

  Optional<ExposedFile> expose(Target target) throws GigaException;

  void setQuota(DirectoryTarget directory, long maxEntries, long maxBytes) throws GigaException;

  Quota quota(DirectoryTarget directory) throws GigaException;

  ContentSum sum(DirectoryTarget directory) throws GigaException;

  ClusterSpace statFs() throws GigaException;

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
