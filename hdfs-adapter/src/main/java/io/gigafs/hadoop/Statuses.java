package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.hadoop.VersionedStatus.FileVersion;
import io.gigafs.hadoop.acl.HadoopFileAcls;
import io.gigafs.hadoop.identity.Identities;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.time.FileTimestamp;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates Hadoop's status of files. Anything but directories and links counts as a file. */
record Statuses(GigaClient client, Identities identities, long blockSizeBytes) {
  private static final Logger LOG = LoggerFactory.getLogger(Statuses.class);

  /** Replication is managed by the volume and not visible to Hadoop. */
  private static final short REPLICATION = 1;

  private static final int PERMISSION_MASK = 01777;

  /**
   * The status of a file.
   *
   * @param path with the file system's URI
   * @param target of a symbolic link, null for other types
   */
  GigaFileStatus of(Path path, FileAttributes attributes, @Nullable Path target) {
    boolean isDirectory = attributes.isDirectory();
    return GigaFileStatus.of(
        FileVersion.of(attributes),
        () -> hasAcl(path, target),
        new FileStatus(
            isDirectory || target != null ? 0 : attributes.size(),
            isDirectory,
            isDirectory ? 0 : REPLICATION,
            isDirectory ? 0 : blockSizeBytes,
            FileTimestamp.millis(attributes.modifiedNanos()),
            FileTimestamp.millis(attributes.accessedNanos()),
            permission(attributes),
            identities.userName(attributes.uid()),
            identities.groupName(attributes.gid()),
            target,
            path));
  }

  /** Whether a file has an access control list; false if it cannot be queried. */
  private boolean hasAcl(Path path, @Nullable Path target) {
    try {
      return target == null
          && !new HadoopFileAcls(client, identities, HadoopPaths.of(path))
              .status()
              .getEntries()
              .isEmpty();
    } catch (IOException e) {
      LOG.debug("cannot query whether {} has an access control list", path, e);
      return false;
    }
  }

  /** Permission bits without set-id bits, which Hadoop does not support. */
  static FsPermission permission(FileAttributes attributes) {
    return new FsPermission((short) (attributes.mode() & PERMISSION_MASK));
  }
}
