package io.gigafs.hadoop;

import static io.gigafs.hadoop.OperationCounters.OP_CONCAT;
import static io.gigafs.hadoop.OperationCounters.OP_CREATE_SYMLINK;
import static io.gigafs.hadoop.OperationCounters.OP_GET_ACL_STATUS;
import static io.gigafs.hadoop.OperationCounters.OP_GET_FILE_BLOCK_LOCATIONS;
import static io.gigafs.hadoop.OperationCounters.OP_GET_FILE_LINK_STATUS;
import static io.gigafs.hadoop.OperationCounters.OP_GET_QUOTA_USAGE;
import static io.gigafs.hadoop.OperationCounters.OP_REMOVE_XATTR;
import static io.gigafs.hadoop.OperationCounters.OP_SET_QUOTA_USAGE;
import static io.gigafs.hadoop.OperationCounters.OP_SET_XATTR;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_ACCESS;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_APPEND;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_CREATE;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_CREATE_NON_RECURSIVE;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_DELETE;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_GET_CONTENT_SUMMARY;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_GET_FILE_CHECKSUM;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_GET_FILE_STATUS;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_GET_STATUS;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_LIST_STATUS;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_MKDIRS;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_MODIFY_ACL_ENTRIES;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_OPEN;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_REMOVE_ACL;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_REMOVE_ACL_ENTRIES;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_REMOVE_DEFAULT_ACL;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_RENAME;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_SET_ACL;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_SET_OWNER;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_SET_PERMISSION;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_SET_TIMES;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_TRUNCATE;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_XATTR_GET_MAP;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_XATTR_GET_NAMED;

import io.gigafs.client.Awaiting;
import io.gigafs.client.ClusterSpace;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.hadoop.acl.HadoopFileAcls;
import io.gigafs.hadoop.acl.HadoopPermissions;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.hadoop.stream.GigaFsInputStream;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.time.FileTimestamp;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSLinkResolver;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.impl.FileSystemMultipartUploaderBuilder;
import org.apache.hadoop.fs.impl.PathCapabilitiesSupport;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's file system for a Giga cluster: {@code giga://HOST:PORT/} or {@code giga://NAME/}. It
 * acts for the user who opened it; {@link ClusterFileSystem} connects its calls to the cluster.
 * Safe for use by several threads.
 *
 * <p>The semantics are those of Hadoop's file system specification, and those of HDFS where that is
 * open: for example, a rename replaces nothing unless requested.
 *
 * <p>It refers to nothing that Hadoop 3.3.1 lacks; {@link BulkGigaFileSystem} does.
 */
public class GigaFileSystem extends ClusterFileSystem {
  private static final int PERMISSION_MASK = 01777;

  /** Called by Hadoop; {@link #initialize} makes it usable. */
  public GigaFileSystem() {
    this(true);
  }

  private GigaFileSystem(boolean followsUriLinks) {
    super(followsUriLinks);
  }

  /** One that leaves links to URIs to FileContext, which follows them to any file system. */
  static GigaFileSystem forFileContext() {
    return new GigaFileSystem(false);
  }

  // Reading

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return looking(
        OP_OPEN,
        path,
        at -> {
          OpenFile file = client().open(at, OpenOptions.READ);
          if (file.opened().isDirectory()) {
            file.close();
            throw new FileNotFoundException(path + " is a directory");
          }
          return reading(path, file);
        });
  }

  private FSDataInputStream reading(Path path, OpenFile file) {
    return new FSDataInputStream(GigaFsInputStream.of(path, file, statistics));
  }

  @Override
  protected PathHandle createPathHandle(FileStatus status, Options.HandleOpt... options) {
    if (!(status instanceof VersionedStatus own)) {
      throw new UnsupportedOperationException("a status of another file system");
    }
    return GigaPathHandle.of(own, options);
  }

  @Override
  public FSDataInputStream open(PathHandle handle, int bufferSize) throws IOException {
    GigaPathHandle wanted = GigaPathHandle.parse(handle);
    return looking(OP_OPEN, wanted.path(), at -> reading(wanted.path(), wanted.open(client(), at)));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    Path absolute = absolute(path);
    return looking(
        OP_GET_FILE_STATUS,
        absolute,
        at -> {
          FileAttributes attributes = client().stat(at);
          return statuses().of(resolved(absolute), attributes, null);
        });
  }

  /** The path of a file as HDFS reports it, without links. */
  private Path resolved(Path path) throws IOException {
    return areSymlinksEnabled() ? links().resolve(path) : path;
  }

  @Override
  public FileStatus getFileLinkStatus(Path path) throws IOException {
    Path absolute = absolute(path);
    return looking(
        OP_GET_FILE_LINK_STATUS,
        absolute,
        at -> {
          FileAttributes attributes = client().stat(at, Follow.NO);
          Path target =
              attributes.type() == FileType.SYMLINK
                  ? FSLinkResolver.qualifySymlinkTarget(getUri(), absolute, links().text(at))
                  : null;
          Path parent = absolute.getParent();
          Path found = parent == null ? absolute : new Path(resolved(parent), absolute.getName());
          return statuses().of(found, attributes, target);
        });
  }

  @Override
  public Path getLinkTarget(Path path) throws IOException {
    try {
      return looking(OP_GET_FILE_LINK_STATUS, path, at -> links().text(at));
    } catch (UnresolvedLinkException e) { // for callers that follow links: the first target
      return Objects.requireNonNull(links().followToUri(absolute(path)));
    }
  }

  @Override
  protected Path resolveLink(Path path) throws IOException {
    return getLinkTarget(path);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    List<FileStatus> all = new ArrayList<>();
    RemoteIterator<FileStatus> each = listStatusIterator(path);
    while (each.hasNext()) {
      all.add(each.next());
    }
    return all.toArray(new FileStatus[0]);
  }

  /** Lists page by page, however large the directory is, in no order. */
  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    Path absolute = absolute(path);
    return looking(
        OP_LIST_STATUS,
        absolute,
        at -> {
          try {
            return new DirectoryListing(client(), paths(), statuses(), absolute, at);
          } catch (GigaException e) {
            if (e.code() == ErrorCode.ENOTDIR) {
              return RemoteIterators.remoteIteratorFromSingleton(getFileStatus(absolute));
            }
            throw e;
          }
        });
  }

  @Override
  protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path, PathFilter filter)
      throws IOException {
    return new LocatedListing(
        RemoteIterators.filteringRemoteIterator(
            listStatusIterator(path), status -> filter.accept(status.getPath())),
        blocks());
  }

  @Override
  public BlockLocation @Nullable [] getFileBlockLocations(
      @Nullable FileStatus file, long start, long length) throws IOException {
    if (file == null) {
      return null;
    }
    if (start < 0 || length < 0) {
      throw new IllegalArgumentException("invalid range: start " + start + ", length " + length);
    }
    return looking(
        OP_GET_FILE_BLOCK_LOCATIONS,
        file.getPath(),
        at -> Awaiting.result(blocks().of(at, file.getLen(), start, length)));
  }

  private FileBlocks blocks() throws IOException {
    return new FileBlocks(client().async());
  }

  @Override
  public void access(Path path, FsAction action) throws IOException {
    looking(
        OP_ACCESS,
        path,
        at -> {
          client().access(at, HadoopPermissions.bits(action));
          return at;
        });
  }

  // Writing

  /** Bypasses lookups of the base class whose results are not needed here. */
  @Override
  public FSDataOutputStream create(Path path, boolean overwrite) throws IOException {
    return create(path, null, overwrite, 0, (short) 0, 0, null);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      @Nullable Progressable progress)
      throws IOException {
    return create(path, null, overwrite, bufferSize, replication, blockSize, progress);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      @Nullable FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      @Nullable Progressable progress)
      throws IOException {
    return create(
        path,
        permission,
        overwrite
            ? EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE)
            : EnumSet.of(CreateFlag.CREATE),
        bufferSize,
        replication,
        blockSize,
        progress,
        null);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      @Nullable FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      @Nullable Progressable progress,
      Options.@Nullable ChecksumOpt checksum)
      throws IOException {
    return create(OP_CREATE, path, masked(permission, FsModes.FILE), flags, true);
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path path,
      @Nullable FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      @Nullable Progressable progress)
      throws IOException {
    return create(OP_CREATE_NON_RECURSIVE, path, masked(permission, FsModes.FILE), flags, false);
  }

  @Override
  @SuppressWarnings("deprecation") // called by FileContext
  protected FSDataOutputStream primitiveCreate(
      Path path,
      FsPermission permission,
      EnumSet<CreateFlag> flags,
      int bufferSize,
      short replication,
      long blockSize,
      @Nullable Progressable progress,
      Options.@Nullable ChecksumOpt checksum)
      throws IOException {
    return create(OP_CREATE, path, permission.toShort(), flags, true);
  }

  private FSDataOutputStream create(
      String operation, Path path, int mode, EnumSet<CreateFlag> flags, boolean makesParents)
      throws IOException {
    CreateFlag.validate(flags);
    CreateMode how = CreateMode.of(flags);
    Path absolute = absolute(path);
    return on(
        operation,
        absolute,
        at -> {
          try {
            return how.open(client(), absolute, at, mode, statistics);
          } catch (GigaException e) {
            if (e.code() != ErrorCode.ENOENT || !makesParents || !how.makes() || at.isRoot()) {
              throw e;
            }
          }
          new Directories(client()).make(at.parent(), masked(null, FsModes.DIRECTORY));
          return how.open(client(), absolute, at, mode, statistics);
        });
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, @Nullable Progressable progress)
      throws IOException {
    return create(OP_APPEND, path, 0, EnumSet.of(CreateFlag.APPEND), false);
  }

  /** Copies the bytes of the sources to the target's end, then removes the sources. */
  @Override
  public void concat(Path target, Path[] sources) throws IOException {
    if (sources.length == 0) {
      throw new IllegalArgumentException("concat to " + target + " of no files");
    }
    List<GigaPath> from = new ArrayList<>();
    for (Path source : sources) {
      from.add(HadoopPaths.of(absolute(source)));
    }
    run(OP_CONCAT, target, at -> new Concatenation(client()).run(at, from));
  }

  @Override
  public boolean truncate(Path path, long size) throws IOException {
    if (size < 0) {
      throw new HadoopIllegalArgumentException("cannot truncate to " + size + " bytes");
    }
    return on(
        OP_TRUNCATE,
        path,
        at -> {
          long before = client().stat(at).size();
          if (size > before) {
            throw new HadoopIllegalArgumentException(
                path + " has " + before + " bytes; truncate cannot give it " + size);
          }
          client().setAttributes(at, AttributeChange.ofSize(size));
          return true;
        });
  }

  // Names

  @Override
  public boolean mkdirs(Path path, @Nullable FsPermission permission) throws IOException {
    return makeDirectories(path, masked(permission, FsModes.DIRECTORY));
  }

  @Override
  @SuppressWarnings("deprecation") // called by FileContext
  protected boolean primitiveMkdir(Path path, FsPermission permission) throws IOException {
    return makeDirectories(path, permission.toShort());
  }

  @Override
  @SuppressWarnings("deprecation") // called by FileContext
  protected void primitiveMkdir(Path path, FsPermission permission, boolean createParent)
      throws IOException {
    if (createParent) {
      primitiveMkdir(path, permission);
    } else {
      on(OP_MKDIRS, path, at -> client().makeDirectory(at, permission.toShort()));
    }
  }

  private boolean makeDirectories(Path path, int mode) throws IOException {
    run(OP_MKDIRS, path, at -> new Directories(client()).make(at, mode));
    return true;
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    return on(
        OP_RENAME, from, at -> new Renames(client()).rename(at, HadoopPaths.of(absolute(to))));
  }

  /** For FileContext; all checks and the change are atomic. */
  @Override
  @SuppressWarnings("deprecation") // called by FileContext and the shell's mv
  public void rename(Path from, Path to, Options.Rename... options) throws IOException {
    boolean overwrites = Arrays.asList(options).contains(Options.Rename.OVERWRITE);
    run(
        OP_RENAME,
        from,
        at -> new Renames(client()).rename(at, HadoopPaths.of(absolute(to)), overwrites));
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return on(OP_DELETE, path, at -> new HadoopRemoval(client()).remove(at, recursive));
  }

  @Override
  public boolean supportsSymlinks() {
    return true;
  }

  @Override
  @SuppressWarnings("deprecation") // FileSystem's signature
  public void createSymlink(Path target, Path link, boolean createParent) throws IOException {
    if (!areSymlinksEnabled()) {
      throw new UnsupportedOperationException("Symlinks not supported");
    }
    byte[] text = target.toString().getBytes(StandardCharsets.UTF_8);
    on(
        OP_CREATE_SYMLINK,
        link,
        at -> {
          if (createParent && !at.isRoot()) {
            new Directories(client()).make(at.parent(), masked(null, FsModes.DIRECTORY));
          }
          return client().symlink(text, at);
        });
  }

  // Features that the cluster lacks. Hadoop's shell prints the first line of an IOException; it
  // treats the UnsupportedOperationException of the base class as a fatal internal error.

  @Override
  public Path createSnapshot(Path path, @Nullable String name) throws IOException {
    throw noSnapshots(path);
  }

  @Override
  public void renameSnapshot(Path path, String from, String to) throws IOException {
    throw noSnapshots(path);
  }

  @Override
  public void deleteSnapshot(Path path, String name) throws IOException {
    throw noSnapshots(path);
  }

  private static IOException noSnapshots(Path path) {
    return new PathIOException(
        Path.getPathWithoutSchemeAndAuthority(path).toString(), "giga:// has no snapshots");
  }

  // Attributes

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    change(OP_SET_PERMISSION, path, AttributeChange.ofMode(permission.toShort() & PERMISSION_MASK));
  }

  @Override
  public void setOwner(Path path, @Nullable String owner, @Nullable String group)
      throws IOException {
    if (owner == null && group == null) {
      throw new IllegalArgumentException("neither owner nor group is given");
    }
    change(
        OP_SET_OWNER,
        path,
        AttributeChange.ofOwner(
            owner == null ? null : identities().uid(owner),
            group == null ? null : identities().gid(group)));
  }

  @Override
  public void setTimes(Path path, long modifiedMillis, long accessedMillis) throws IOException {
    change(
        OP_SET_TIMES,
        path,
        AttributeChange.ofTimes(time(path, accessedMillis), time(path, modifiedMillis)));
  }

  private static AttributeChange.@Nullable TimeChange time(Path path, long millis)
      throws IOException {
    if (millis < 0) {
      return null;
    }
    try {
      return AttributeChange.TimeChange.to(FileTimestamp.ofMillis(millis));
    } catch (IllegalArgumentException e) {
      throw HadoopExceptions.of(path, ErrorCode.EINVAL.exception(path + ": " + e.getMessage()));
    }
  }

  private void change(String operation, Path path, AttributeChange change) throws IOException {
    on(operation, path, at -> client().setAttributes(at, change));
  }

  @Override
  public void setXAttr(Path path, String name, byte @Nullable [] value, EnumSet<XAttrSetFlag> flags)
      throws IOException {
    XAttrSetFlag.validate(name, false, EnumSet.of(XAttrSetFlag.CREATE));
    run(OP_SET_XATTR, path, at -> new HadoopXattrs(client()).set(at, name, value, flags));
  }

  @Override
  public byte[] getXAttr(Path path, String name) throws IOException {
    return looking(OP_XATTR_GET_NAMED, path, at -> new HadoopXattrs(client()).get(at, name));
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path) throws IOException {
    return looking(OP_XATTR_GET_MAP, path, at -> new HadoopXattrs(client()).all(at));
  }

  @Override
  public Map<String, byte[]> getXAttrs(Path path, List<String> names) throws IOException {
    Map<String, byte[]> wanted = new LinkedHashMap<>();
    for (String name : names) {
      wanted.put(name, getXAttr(path, name));
    }
    return wanted;
  }

  @Override
  public List<String> listXAttrs(Path path) throws IOException {
    return List.copyOf(getXAttrs(path).keySet());
  }

  @Override
  public void removeXAttr(Path path, String name) throws IOException {
    run(OP_REMOVE_XATTR, path, at -> new HadoopXattrs(client()).remove(at, name));
  }

  @Override
  public AclStatus getAclStatus(Path path) throws IOException {
    return looking(OP_GET_ACL_STATUS, path, at -> acls(at).status());
  }

  @Override
  public void modifyAclEntries(Path path, List<AclEntry> entries) throws IOException {
    changeAcls(OP_MODIFY_ACL_ENTRIES, path, acls -> acls.modify(entries));
  }

  @Override
  public void removeAclEntries(Path path, List<AclEntry> entries) throws IOException {
    changeAcls(OP_REMOVE_ACL_ENTRIES, path, acls -> acls.remove(entries));
  }

  @Override
  public void removeDefaultAcl(Path path) throws IOException {
    changeAcls(OP_REMOVE_DEFAULT_ACL, path, HadoopFileAcls::removeDefault);
  }

  @Override
  public void removeAcl(Path path) throws IOException {
    changeAcls(OP_REMOVE_ACL, path, HadoopFileAcls::removeAll);
  }

  @Override
  public void setAcl(Path path, List<AclEntry> entries) throws IOException {
    changeAcls(OP_SET_ACL, path, acls -> acls.replace(entries));
  }

  /** A change of a file's lists. */
  private interface AclChange {
    void make(HadoopFileAcls acls) throws IOException;
  }

  private void changeAcls(String operation, Path path, AclChange change) throws IOException {
    run(operation, path, at -> change.make(acls(at)));
  }

  private HadoopFileAcls acls(GigaPath path) throws IOException {
    return new HadoopFileAcls(client(), identities(), path);
  }

  // Sums

  @Override
  public ContentSummary getContentSummary(Path path) throws IOException {
    return looking(OP_GET_CONTENT_SUMMARY, path, at -> new Sums(client()).contentSummary(at));
  }

  @Override
  public QuotaUsage getQuotaUsage(Path path) throws IOException {
    return looking(OP_GET_QUOTA_USAGE, path, at -> new Sums(client()).quotaUsage(at));
  }

  @Override
  public void setQuota(Path path, long entries, long bytes) throws IOException {
    run(OP_SET_QUOTA_USAGE, path, at -> new Sums(client()).setQuota(at, entries, bytes));
  }

  @Override
  public FsStatus getStatus(@Nullable Path path) throws IOException {
    return looking(
        OP_GET_STATUS,
        path == null ? new Path("/") : path,
        at -> {
          ClusterSpace space = client().statFs();
          return new FsStatus(space.totalBytes(), space.usedBytes(), space.freeBytes());
        });
  }

  /** The CRC32C of a file's bytes, as in HDFS with dfs.checksum.combine.mode=COMPOSITE_CRC. */
  @Override
  public FileChecksum getFileChecksum(Path path, long length) throws IOException {
    return looking(OP_GET_FILE_CHECKSUM, path, at -> new Checksums(client()).ofFirst(at, length));
  }

  @Override
  public FileChecksum getFileChecksum(Path path) throws IOException {
    return getFileChecksum(path, Long.MAX_VALUE);
  }

  // Capabilities

  @Override
  @SuppressWarnings("rawtypes") // FileSystem's signature
  public MultipartUploaderBuilder createMultipartUploader(Path base) throws IOException {
    return new FileSystemMultipartUploaderBuilder(this, base);
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    String asked = PathCapabilitiesSupport.validatePathCapabilityArgs(absolute(path), capability);
    return asked.equals(CommonPathCapabilities.FS_SYMLINKS)
        ? areSymlinksEnabled()
        : Capabilities.areAlways(asked) || super.hasPathCapability(path, capability);
  }
}
