package io.gigafs.client;

import io.gigafs.cluster.ClusterView;
import io.gigafs.index.InodeId;
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
import io.gigafs.volume.Volume.DataBlock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A client of a cluster: one method per file operation. Safe for use by several threads.
 *
 * <p>No method blocks, except to delay a caller that has too many operations in flight. Futures
 * fail with a {@code GigaException} whose code is the errno of the system call. No future outlives
 * the client's timeout. Each operation takes effect at most once, however often it is retried.
 */
public interface AsyncGigaClient extends AutoCloseable {
  /**
   * This client, acting for another caller. Connections, caches and limits are shared, and closing
   * either client closes both.
   */
  AsyncGigaClient as(Caller caller);

  /** Administers the cluster, acting for the same caller. */
  AsyncAdminClient admin();

  CompletableFuture<FileAttributes> stat(Target target);

  /** lstat(2) with {@link Follow#NO}. */
  CompletableFuture<FileAttributes> stat(Target target, Follow follow);

  /**
   * The type of a name: lstat(2), except that of a directory only type, inode id, mode and owner
   * are valid. Sends no request if the directory is cached, and caches it for a while otherwise.
   */
  CompletableFuture<FileAttributes> lookUp(Target target);

  /**
   * access(2): fails with EACCES if the caller lacks any of the requested permissions.
   *
   * @param wanted 4 to read, 2 to write, 1 to execute or search, OR-ed; 0 only checks for existence
   */
  default CompletableFuture<Void> access(Target target, int wanted) {
    return access(target, wanted, Follow.YES);
  }

  /** faccessat(2), of a symbolic link itself with {@link Follow#NO}. */
  CompletableFuture<Void> access(Target target, int wanted, Follow follow);

  /** The id of a directory's parent, its own for the root. Sends no request if it is cached. */
  CompletableFuture<InodeId> parentOf(InodeId directory);

  /**
   * How many partitions a directory has, as far as this client knows. stat(2) asks each of them.
   */
  default int partitionsOf(InodeId directory) {
    return 1;
  }

  /**
   * The absolute path of a target, as far as this client knows; for messages. The target itself if
   * unknown.
   */
  Target named(Target target);

  /**
   * renameat2(2). A file stays the same file: open handles and other names are not affected.
   *
   * <p>Both names change atomically for all clients, on whichever servers they are.
   */
  CompletableFuture<Void> rename(Target from, Target to, RenameMode mode);

  /**
   * link(2): adds a name to a file.
   *
   * @param follow whether a symbolic link at the end of {@code existing} is followed:
   *     AT_SYMLINK_FOLLOW
   */
  CompletableFuture<FileAttributes> link(Target existing, Target name, Follow follow);

  /**
   * linkat(2) with AT_EMPTY_PATH: adds a name to a file that this client has open, and that has
   * several names or was created without one; fails with ENOENT otherwise.
   */
  CompletableFuture<FileAttributes> link(OpenFile file, Target name);

  /**
   * symlink(2).
   *
   * @param text 1 to 4,095 bytes, without NUL; it need not exist
   */
  CompletableFuture<FileAttributes> symlink(byte[] text, Target name);

  /** readlink(2). */
  CompletableFuture<byte[]> readLink(Target target);

  /**
   * mknod(2).
   *
   * @param type anything but a directory or a symbolic link
   * @param device rdev of a device node, which only the superuser may make; 0 otherwise
   */
  CompletableFuture<FileAttributes> makeNode(Target target, FileType type, int mode, long device);

  /** getxattr(2): the value. Its length answers a size query. */
  CompletableFuture<byte[]> getXattr(Target target, String name, Follow follow);

  /**
   * listxattr(2), with values: the attributes that the caller may see, sorted by name. The value is
   * empty if the caller may see but not read it, such as {@code user.} on an unreadable file.
   */
  CompletableFuture<List<Xattr>> listXattrs(Target target, Follow follow);

  /** setxattr(2). */
  CompletableFuture<Void> setXattr(Target target, Xattr xattr, XattrMode mode, Follow follow);

  /** removexattr(2). */
  CompletableFuture<Void> removeXattr(Target target, String name, Follow follow);

  /** open(2). The caller has to close the handle. */
  CompletableFuture<OpenFile> open(Target target, OpenOptions options);

  /**
   * Opens an open file without a name once more. Fails with ESTALE if the file has a name, or never
   * lost one.
   */
  CompletableFuture<OpenFile> reopen(OpenFile file, OpenOptions options);

  /**
   * Reads a whole regular file without opening it, with one request if a server keeps its bytes.
   * Fails with EFBIG above 2 GiB.
   */
  CompletableFuture<byte[]> readFile(Target target);

  /**
   * The checksum (CRC32C) that a server keeps of a file on a volume. It exists only for a file that
   * one client wrote from start to end and nobody changed since. Bytes that servers keep have a
   * checksum too, which is verified on each read.
   *
   * @return empty if there is none
   */
  CompletableFuture<Optional<Integer>> keptChecksum(Target target);

  /**
   * Where the bytes of a regular file are, for programs that run close to their data: the block
   * locations from its volume, in the order of offsets. Empty if servers keep the bytes, the volume
   * reports no locations, or this client does not read the volume directly.
   *
   * @param size of the file in bytes; no request is sent for a file small enough for servers to
   *     keep
   */
  CompletableFuture<List<DataBlock>> blocks(Target target, long size);

  /**
   * Creates a regular file with these bytes, or replaces the contents of an existing one. Open,
   * write and close take two requests if a server is to keep the bytes.
   *
   * @param mode permission bits (07777) of a new file, the umask already applied
   * @param sync whether the future completes only once the file is on disk
   */
  CompletableFuture<FileAttributes> writeFile(Target target, int mode, byte[] bytes, boolean sync);

  /**
   * Lets programs read and write a large file's bytes on its volume directly from now on: the
   * object's size and times become the file's. Empty if servers keep the bytes, or the volume
   * cannot be mounted.
   */
  CompletableFuture<Optional<ExposedFile>> expose(Target target);

  /**
   * Limits the contents of a directory tree; for the superuser only.
   *
   * @param maxEntries 0 for no limit, as for maxBytes
   */
  CompletableFuture<Void> setQuota(DirectoryTarget directory, long maxEntries, long maxBytes);

  /** The limits of a directory and their usage; ENODATA if it has none. */
  CompletableFuture<Quota> quota(DirectoryTarget directory);

  /**
   * The totals of a directory tree, computed by the servers. Fails with EACCES if the caller may
   * not list and search all of it.
   */
  CompletableFuture<ContentSum> sum(DirectoryTarget directory);

  /**
   * Creates an empty regular file.
   *
   * @param mode permission bits (07777), the umask already applied
   * @param exclusive whether an existing file is an error (EEXIST)
   */
  CompletableFuture<FileAttributes> create(Target target, int mode, boolean exclusive);

  /**
   * Creates many empty regular files in one directory. Each succeeds or fails by itself. A name
   * that is a symbolic link fails (ELOOP), because no links are followed.
   *
   * @return an outcome per name, in their order
   */
  CompletableFuture<List<BulkOutcome>> createAll(
      DirectoryTarget directory, List<Name> names, int mode, boolean exclusive);

  /**
   * Creates many entries of one directory with given attributes, for the superuser only. Each
   * succeeds or fails by itself; an existing entry with the same attributes counts as created.
   * Directories and symbolic links cannot be restored this way (EINVAL).
   *
   * @return an outcome per entry, in their order
   */
  CompletableFuture<List<BulkOutcome>> restoreAll(
      DirectoryTarget directory, List<RestoredEntry> entries);

  /**
   * Writes many whole files of one directory, which are created or truncated first. One request
   * carries as many files as fit. Each succeeds or fails by itself; a name that is a symbolic link
   * is followed.
   *
   * @param contents the complete contents of each file, as many as names
   * @param mode permission bits of new files (07777), the umask already applied
   * @param sync whether to wait until the files are on disk
   * @return an outcome per name, in their order
   */
  CompletableFuture<List<BulkOutcome>> writeAll(
      DirectoryTarget directory, List<Name> names, List<byte[]> contents, int mode, boolean sync);

  /**
   * Reads many whole files of one directory. One request covers as many small files as fit. Names
   * in listing order are read fastest. Each succeeds or fails by itself.
   *
   * @return the contents per name, in their order
   */
  CompletableFuture<List<FileContents>> readAll(DirectoryTarget directory, List<Name> names);

  CompletableFuture<FileAttributes> makeDirectory(Target target, int mode);

  CompletableFuture<FileAttributes> setAttributes(Target target, AttributeChange change);

  /**
   * Like the method without {@link Follow}; with {@link Follow#NO} of a symbolic link itself, whose
   * mode cannot be changed.
   */
  CompletableFuture<FileAttributes> setAttributes(
      Target target, AttributeChange change, Follow follow);

  /** Removes a name that is not a directory. */
  CompletableFuture<Void> unlink(Target target);

  CompletableFuture<Void> removeDirectory(Target target);

  /**
   * Lists a directory, page by page. An entry that exists throughout is listed exactly once,
   * whatever happens to the directory meanwhile. The order is that of the index, not of names.
   *
   * @param attributes whether entries come with all attributes
   */
  CompletableFuture<Listing> list(DirectoryTarget directory, boolean attributes);

  /**
   * opendir(3): fails at once if the directory may not be listed.
   *
   * @param attributes whether it is likely to be listed with attributes, which then needs
   *     permission
   */
  CompletableFuture<OpenDirectory> openDirectory(DirectoryTarget directory, boolean attributes);

  /**
   * Makes the acknowledged names, attributes and small files of all servers durable: earlier
   * changes of a directory then survive a crash. Bytes buffered by open files, and bytes on
   * volumes, need {@link OpenFile#sync}.
   */
  CompletableFuture<Void> sync();

  /**
   * The same client for threads that block on each operation right away. Such a thread may run the
   * operation's work itself, which saves thread switches. Not for threads on which futures of a
   * client complete.
   */
  default AsyncGigaClient waiting() {
    return this;
  }

  /**
   * Sends now what the client would send later: changes of names made under delegations ({@link
   * DelegationSettings}), and with {@link FlushScope#ALL} released files, too. Completes when the
   * servers have acknowledged the changes, of which {@link #sync} reports losses; {@link
   * OpenFile#release} completes by itself.
   */
  default CompletableFuture<Void> flush(FlushScope scope) {
    return CompletableFuture.completedFuture(null);
  }

  /** Disk usage of the cluster, summed over all servers. */
  CompletableFuture<ClusterSpace> statFs();

  /**
   * Starts a call: all operations that the current thread begins until {@link #endCall} share one
   * timeout. For callers that combine several operations into one.
   */
  default void beginCall() {
    beginCall(timeout());
  }

  /** Starts such a call with a shorter timeout, because part of its time is already spent. */
  default void beginCall(Duration time) {}

  /** The timeout of a call. */
  Duration timeout();

  /** Ends the call that {@link #beginCall} started. */
  default void endCall() {}

  /** Begins work that has a call's full timeout, whatever call the current thread works on. */
  default <T> T inNewCall(Supplier<T> work) {
    return work.get();
  }

  /** The current view of the cluster, from one of its servers. */
  CompletableFuture<ClusterView> clusterView();

  /** Counters since the client started. */
  ClientStatistics statistics();

  /**
   * Drops everything of this cluster from the client's data cache; returns how many bytes. Blocks.
   */
  default long dropCache() {
    return 0;
  }

  /** Aborts all operations in flight, so {@link #flush} before. */
  @Override
  void close();

  /**
   * Uploads what an earlier process left in the writeback journal of the data cache, and then
   * enables writeback for files on volumes, if the settings say so. Blocks. To be called once,
   * before the first operation.
   *
   * @throws GigaException if the journal is of another cluster
   */
  default void recoverBacklog() throws GigaException {
    // A client without a journal has nothing to recover.
  }

  /**
   * Waits until the volumes have everything that programs wrote. Writes that a volume does not
   * accept stay in the writeback journal. To be called before {@link #close}; blocks.
   */
  default void awaitUploads() {
    // A client without a journal has no outstanding writes.
  }
}
