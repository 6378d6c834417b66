package io.gigafs.hadoop.volume;

import io.gigafs.time.FileTimestamp;
import io.gigafs.volume.StorageEntry;
import io.gigafs.volume.StoredTree;
import io.gigafs.volume.VolumeException;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An existing directory of a Hadoop file system. Safe for use by several threads. */
final class HadoopTree implements StoredTree {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopTree.class);
  private static final int MODE_MASK = 01777;

  private final FileSystem files;
  private final ObjectPaths paths;
  private final Owners owners;
  private final VolumeFailures failures;
  private final boolean hasAcls;
  private final boolean hasXattrs;

  HadoopTree(FileSystem files, Path root, Owners owners, VolumeFailures failures)
      throws IOException {
    this.files = files;
    this.paths = new ObjectPaths(files.makeQualified(root));
    this.owners = owners;
    this.failures = failures;
    this.hasAcls = files.hasPathCapability(root, CommonPathCapabilities.FS_ACLS);
    this.hasXattrs = files.hasPathCapability(root, CommonPathCapabilities.FS_XATTRS);
  }

  @Override
  public StorageEntry file(String path) throws VolumeException {
    return failures.attempt(
        "look at", path, () -> stored(path, files.getFileLinkStatus(paths.at(path))));
  }

  private StorageEntry stored(String path, FileStatus status) {
    long modifiedMillis = status.getModificationTime();
    // HDFS keeps no access time for directories, and for files only if configured
    long accessedMillis = status.getAccessTime() > 0 ? status.getAccessTime() : modifiedMillis;
    return new StorageEntry(
        path,
        kind(status),
        status.getPermission().toShort() & MODE_MASK,
        hasAcls && status.hasAcl(),
        owners.uid(status.getOwner()),
        owners.gid(status.getGroup()),
        status.getLen(),
        FileTimestamp.nearest(Instant.ofEpochMilli(accessedMillis)),
        FileTimestamp.nearest(Instant.ofEpochMilli(modifiedMillis)));
  }

  private static StorageEntry.Kind kind(FileStatus status) {
    if (status.isDirectory()) {
      return StorageEntry.Kind.DIRECTORY;
    }
    return status.isFile() ? StorageEntry.Kind.REGULAR : StorageEntry.Kind.OTHER;
  }

  @Override
  public void list(String directory, FileVisitor visitor) throws VolumeException {
    failures.attempt(
        "list",
        directory,
        () -> {
          RemoteIterator<FileStatus> entries = files.listStatusIterator(paths.at(directory));
          boolean goesOn = true;
          while (goesOn && entries.hasNext()) {
            FileStatus found = entries.next();
            String name = found.getPath().getName();
            String path = directory.isEmpty() ? name : directory + "/" + name;
            goesOn = visitor.visit(stored(path, found));
          }
          return directory;
        });
  }

  @Override
  public Map<String, byte[]> xattrs(String path) throws VolumeException {
    if (!hasXattrs) {
      return Map.of();
    }
    return failures.attempt(
        "look at",
        path,
        () -> {
          Map<String, byte[]> xattrs = new HashMap<>();
          files
              .getXAttrs(paths.at(path))
              .forEach((name, value) -> xattrs.put(linuxName(name), value));
          return xattrs;
        });
  }

  @Override
  public Map<String, byte[]> acls(String path) throws VolumeException {
    return failures.attempt(
        "look at", path, () -> new AclAttributes(owners).of(files.getAclStatus(paths.at(path))));
  }

  /** The name with its namespace in lower case, however it was set. */
  private static String linuxName(String name) {
    int end = name.indexOf('.') + 1;
    return name.substring(0, end).toLowerCase(Locale.ROOT) + name.substring(end);
  }

  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      LOG.warn("{} was not closed cleanly", files.getUri(), e);
    }
  }
}
