package io.gigafs.client;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.CheckResult;
import io.gigafs.protocol.CheckpointInfo;
import io.gigafs.protocol.CheckpointRequest;
import io.gigafs.protocol.ClusterChangeRequest;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Finding;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.ObjectsResult;
import io.gigafs.protocol.RenameMode;
import io.gigafs.protocol.RestoredEntry;
import io.gigafs.protocol.StatusResult;
import io.gigafs.protocol.Verdict;
import io.gigafs.protocol.VolumeChangeRequest;
import io.gigafs.protocol.VolumesResult;
import io.gigafs.protocol.Xattr;
import io.gigafs.protocol.XattrMode;
import io.gigafs.volume.DataBlock;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  /** lstat(2) with {@link Follow#NO}. */
  CompletableFuture<FileAttributes> stat(GigaPath path, Follow follow);

  /**
   * What a name is: lstat(2), but that of a directory only type, inode id, mode and owner mean
   * anything. It asks for nothing that is known of a directory, and has it be known for a while.
   */
  CompletableFuture<FileAttributes> lookUp(GigaPath path);

  /**
   * access(2): fails with EACCES if the caller may not do all that is asked.
   *
   * @param wanted 4 to read, 2 to write, 1 to execute or search, OR-ed; 0 only asks for existence
   */
  default CompletableFuture<Void> access(GigaPath path, int wanted) {
    return access(path, wanted, Follow.YES);
  }

  /** faccessat(2), of a symbolic link itself with {@link Follow#NO}. */
  CompletableFuture<Void> access(GigaPath path, int wanted, Follow follow);

  /**
   * Where a directory is: the id of the one above, its own for the root. It is asked for only if it
   * is not known.
   */
  CompletableFuture<InodeId> parentOf(InodeId directory);

  /**
   * In how many partitions a directory is, as far as this client knows: each is asked for stat(2).
   */
  default int partitionsOf(InodeId directory) {
    return 1;
  }

  /**
   * The absolute path of what is at a path, as far as this client knows; for messages. The path
   * itself if it is not known.
   */
  GigaPath named(GigaPath path);

  /**
   * renameat2(2). A file stays the same file: handles and other names do not notice.
   *
   * <p>Both names change at once for everyone, on whichever servers they are.
   */
  CompletableFuture<Void> rename(GigaPath from, GigaPath to, RenameMode mode);

  /**
   * link(2): gives a file another name.
   *
   * @param follow whether a symbolic link at the end of {@code existing} is followed:
   *     AT_SYMLINK_FOLLOW
   */
  CompletableFuture<FileAttributes> link(GigaPath existing, GigaPath name, Follow follow);

  /**
   * linkat(2) with AT_EMPTY_PATH: gives another name to a file that this client has open, and that
   * has several names or was made without one; fails with ENOENT otherwise.
   */
  CompletableFuture<FileAttributes> link(OpenFile file, GigaPath name);

  /**
   * symlink(2).
   *
   * @param target 1 to 4,095 bytes, without NUL; nothing has to be there
   */
  CompletableFuture<FileAttributes> symlink(byte[] target, GigaPath path);

  /** readlink(2). */
  CompletableFuture<byte[]> readLink(GigaPath path);

  /**
   * mknod(2).
   *
   * @param type anything but a directory or a symbolic link
   * @param device rdev of a device node, which the superuser alone may make; 0 otherwise
   */
  CompletableFuture<FileAttributes> makeNode(GigaPath path, FileType type, int mode, long device);

  /** getxattr(2): the value; its length is what a size query wants. */
  CompletableFuture<byte[]> getXattr(GigaPath path, String name, Follow follow);

  /**
   * listxattr(2), with values: those that the caller may see, in the order of their names. Of those
   * that it may see but not read, {@code user.} on a file that it may not read, the value is empty.
   */
  CompletableFuture<List<Xattr>> listXattrs(GigaPath path, Follow follow);

  /** setxattr(2). */
  CompletableFuture<Void> setXattr(GigaPath path, Xattr xattr, XattrMode mode, Follow follow);

  /** removexattr(2). */
  CompletableFuture<Void> removeXattr(GigaPath path, String name, Follow follow);

  /** open(2). The handle has to be closed. */
  CompletableFuture<OpenFile> open(GigaPath path, OpenOptions options);

  /**
   * Opens a file once more that is open but has no name any more; fails with ESTALE if it has, or
   * never lost one.
   */
  CompletableFuture<OpenFile> reopen(OpenFile file, OpenOptions options);

  /**
   * Reads all of a regular file without opening it, which takes one request if a server keeps its
   * bytes. Fails with EFBIG above 2 GiB.
   */
  CompletableFuture<byte[]> readFile(GigaPath path);

  /**
   * The checksum (CRC32C) that a server keeps of a file on a volume: of one that a client wrote
   * from its start to its end, and nobody changed since. Bytes that servers keep themselves carry
   * one too, which is checked whenever they are read.
   *
   * @return empty if there is none
   */
  CompletableFuture<Optional<Integer>> keptChecksum(GigaPath path);

  /**
   * Where the bytes of a regular file are, for programs that would run beside them: what its volume
   * tells, in the order of offsets. Empty if servers keep the bytes, the volume tells nothing or is
   * not read by this client itself.
   *
   * @param size of the file in bytes; for one so small that a server may keep it nothing is asked
   */
  CompletableFuture<List<DataBlock>> blocks(GigaPath path, long size);

  /**
   * Makes a regular file with these bytes, or puts them in the place of those that are there: open,
   * write and close in two requests if a server is to keep them.
   *
   * @param mode permission bits (07777) of a file that is made, the umask already applied
   * @param sync whether the future is done only once the file is on disks
   */
  CompletableFuture<FileAttributes> writeFile(GigaPath path, int mode, byte[] bytes, boolean sync);

  /**
   * Lets programs read and write a large file's bytes by themselves, from now on: size and times
   * are the object's then. Empty if servers keep them, or the volume is nothing that can be
   * mounted.
   */
  CompletableFuture<Optional<ExposedFile>> expose(GigaPath path);

  /**
   * Changes the cluster's volumes; for the superuser. Doing it again does no harm.
   *
   * @param volume 0 for one that is added
   * @param uri of one that is added, else empty
   * @param settings of one that is added or set
   * @return the cluster's view, with the change
   */
  CompletableFuture<ClusterView> changeVolume(
      VolumeChangeRequest.Kind kind, int volume, URI uri, VolumeSettings settings);

  /** Changes the cluster's volumes, with all settings as they are. */
  default CompletableFuture<ClusterView> changeVolume(
      VolumeChangeRequest.Kind kind, int volume, URI uri) {
    return changeVolume(kind, volume, uri, VolumeSettings.UNCHANGED);
  }

  /** How a server finds the cluster's volumes. */
  CompletableFuture<VolumesResult> volumes(ServerInfo server);

  /**
   * Which objects of a volume a server knows of; for the superuser.
   *
   * @param cursor the one of the result before, empty to begin
   */
  CompletableFuture<ObjectsResult> objects(ServerInfo server, int volume, byte[] cursor);

  /**
   * Limits what a directory and all below it may hold; for the superuser alone.
   *
   * @param maxEntries 0 for no limit; likewise maxBytes
   */
  CompletableFuture<Void> setQuota(GigaPath directory, long maxEntries, long maxBytes);

  /** The limits of a directory and what is used of them; ENODATA if it has none. */
  CompletableFuture<Quota> quota(GigaPath directory);

  /**
   * What a directory and all below it add up to, by the servers: each adds up what it has. Fails
   * with EACCES if the caller may not list and search all of it.
   */
  CompletableFuture<ContentSum> sum(GigaPath directory);

  /**
   * Makes a regular file of no bytes.
   *
   * @param mode permission bits (07777), the umask already applied
   * @param exclusive whether an existing file is an error (EEXIST)
   */
  CompletableFuture<FileAttributes> create(GigaPath path, int mode, boolean exclusive);

  /**
   * Makes many regular files of no bytes in one directory. Each succeeds or fails alone; a name
   * that is a symbolic link fails, as none is followed (ELOOP).
   *
   * @return an outcome per name, in their order
   */
  CompletableFuture<List<BulkOutcome>> createAll(
      GigaPath directory, List<Name> names, int mode, boolean exclusive);

  /**
   * Makes many entries of one directory as they were elsewhere, for the superuser alone. Each
   * succeeds or fails alone; one that is there already, with the same attributes, counts as made.
   * Neither directories nor symbolic links can be made so (EINVAL).
   *
   * @return an outcome per entry, in their order
   */
  CompletableFuture<List<BulkOutcome>> restoreAll(GigaPath directory, List<RestoredEntry> entries);

  /**
   * Writes many whole files of one directory, which are made or emptied first: as many with one
   * request as fit. Each succeeds or fails alone; a name that is a symbolic link is followed.
   *
   * @param contents all that each file is to hold, as many as names
   * @param mode permission bits of files that are made (07777), the umask already applied
   * @param sync whether to wait until the files are on the disk
   * @return an outcome per name, in their order
   */
  CompletableFuture<List<BulkOutcome>> writeAll(
      GigaPath directory, List<Name> names, List<byte[]> contents, int mode, boolean sync);

  /**
   * Reads many whole files of one directory: small ones as many with one request as fit. In the
   * order of a listing they are read the fastest. Each succeeds or fails alone.
   *
   * @return the contents per name, in their order
   */
  CompletableFuture<List<FileContents>> readAll(GigaPath directory, List<Name> names);

  CompletableFuture<FileAttributes> makeDirectory(GigaPath path, int mode);

  CompletableFuture<FileAttributes> setAttributes(GigaPath path, AttributeChange change);

  /** Likewise, of a symbolic link itself with {@link Follow#NO}, whose mode cannot be changed. */
  CompletableFuture<FileAttributes> setAttributes(
      GigaPath path, AttributeChange change, Follow follow);

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

  /**
   * opendir(3): fails at once if the directory may not be listed.
   *
   * @param attributes whether it is likely to be listed with attributes, and has to be allowed so
   */
  CompletableFuture<OpenDirectory> openDirectory(GigaPath path, boolean attributes);

  /**
   * Has names, attributes and small files be on the disks of all servers, as far as servers have
   * answered for them: what was done to a directory before has then survived. Bytes that are with
   * open files, and those on volumes, are for {@link OpenFile#sync}.
   */
  CompletableFuture<Void> sync();

  /**
   * The same client, for threads that wait for what they begin before they do anything else: they
   * may be kept by the call that begins it, which spares the ways to other threads and back. Not
   * for threads on which futures of a client complete.
   */
  default AsyncGigaClient waiting() {
    return this;
  }

  /** Has servers hear at once of what was released: somebody waits for that. */
  default void flushReleases() {}

  /**
   * Completes when servers have heard of all that this client did by itself, see {@link
   * DelegationSettings}; they are told now. What is lost is told by {@link #sync}.
   */
  default CompletableFuture<Void> flushAll() {
    return CompletableFuture.completedFuture(null);
  }

  /** How full the cluster is, of what all servers say. */
  CompletableFuture<ClusterSpace> statFs();

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

  /**
   * Has a server check the next part of what it keeps.
   *
   * @param cursor the one of the result before, empty to begin
   */
  CompletableFuture<CheckResult> check(ServerInfo server, byte[] cursor);

  /**
   * Has a server hold the bytes of the next small files that it keeps against their checksums;
   * likewise.
   */
  CompletableFuture<CheckResult> checkData(ServerInfo server, byte[] cursor);

  /**
   * Has a server look at what it found once more.
   *
   * @param lostAndFound if it is to mend what still holds, the directory for what has no place;
   *     null if it is not
   * @return a verdict for each finding, in their order
   */
  CompletableFuture<List<Verdict>> recheck(
      ServerInfo server, @Nullable InodeId lostAndFound, List<Finding> findings);

  /**
   * Makes, lists or removes checkpoints of a server's store; for root only. It is done once,
   * however often it has to be sent.
   *
   * @param name empty to list
   */
  CompletableFuture<List<CheckpointInfo>> checkpoint(
      ServerInfo server, CheckpointRequest.Action action, String name);

  /**
   * Has all that the current thread begins from here on be one call with one timeout, until it says
   * {@link #endCall}: for those who wait for several things to do one.
   */
  default void beginCall() {
    beginCall(timeout());
  }

  /**
   * Begins such a call that has less time than others: of what it is for, some is spent already.
   */
  default void beginCall(Duration time) {}

  /** How long a call may take. */
  Duration timeout();

  /** Ends what {@link #beginCall} began. */
  default void endCall() {}

  /** Begins something that has a call's whole time, whatever call the current thread works on. */
  default <T> T inNewCall(Supplier<T> work) {
    return work.get();
  }

  /** A view of the cluster that is fresh from one of its servers. */
  CompletableFuture<ClusterView> clusterView();

  /** Counts since the client began. */
  ClientStatistics statistics();

  /** Drops all that the client's data cache has of this cluster; gives how many bytes. Blocks. */
  default long dropCache() {
    return 0;
  }

  /** Ends all that is under way, so {@link #flushAll} comes before it. */
  @Override
  void close();

  /**
   * Uploads what an earlier process left in the writeback journal of the data cache, and writes to
   * files on volumes back from then on, if the settings say so; blocks. To be called once, before
   * the first operation.
   *
   * @throws GigaException if the journal is of another cluster
   */
  default void recoverBacklog() throws GigaException {
    // A client without a journal has nothing to recover.
  }

  /**
   * Waits until what programs wrote is on the volumes, as far as they take it; what they do not
   * take stays in the writeback journal. To be called before {@link #close}; blocks.
   */
  default void awaitUploads() {
    // A client without a journal has written all.
  }
}
