package io.gigafs.hadoop;

import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * A status that knows which version of the file it is of. Whether the file has an access control
 * list is asked once somebody wants to know.
 */
@SuppressWarnings("serial") // Hadoop's own classes say how a status is serialized
final class GigaFileStatus extends FileStatus implements EtagSource {
  private final FileVersion version;
  private final BooleanSupplier lists;

  GigaFileStatus(
      FileVersion version,
      BooleanSupplier lists,
      boolean isDirectory,
      long length,
      long blockSizeBytes,
      long modifiedMillis,
      long accessedMillis,
      FsPermission permission,
      String owner,
      String group,
      @Nullable Path target,
      Path path) {
    super(
        length,
        isDirectory,
        isDirectory ? 0 : Statuses.REPLICATION,
        blockSizeBytes,
        modifiedMillis,
        accessedMillis,
        permission,
        owner,
        group,
        target,
        path);
    this.version = version;
    this.lists = lists;
  }

  FileVersion version() {
    return version;
  }

  @Override
  public boolean hasAcl() {
    return lists.getAsBoolean();
  }

  @Override
  public String getEtag() {
    return version.etag();
  }

  /** The same, with where the bytes are. */
  LocatedFileStatus located(BlockLocation @Nullable [] locations) {
    return new Located(this, locations);
  }

  private static final class Located extends LocatedFileStatus implements EtagSource {
    private final String etag;
    private final BooleanSupplier lists;

    private Located(GigaFileStatus status, BlockLocation @Nullable [] locations) {
      super(status, locations);
      this.lists = status.lists;
      this.etag = status.getEtag();
    }

    @Override
    public boolean hasAcl() {
      return lists.getAsBoolean();
    }

    @Override
    public String getEtag() {
      return etag;
    }
  }
}
