package io.gigafs.hadoop;

import io.gigafs.hadoop.VersionedStatus.FileVersion;
import io.gigafs.hadoop.version.HadoopFeature;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.jspecify.annotations.Nullable;

/**
 * A status with the version of its file. Whether the file has an access control list is queried on
 * first use: not to print, write or copy a status.
 */
class GigaFileStatus extends FileStatus implements VersionedStatus {
  private static final long serialVersionUID = 1L;

  private final FileVersion version;
  private final AclAnswer acl;

  private GigaFileStatus(FileVersion version, AclAnswer acl, FileStatus of) {
    super(
        of.getLen(),
        of.isDirectory(),
        of.getReplication(),
        of.getBlockSize(),
        of.getModificationTime(),
        of.getAccessTime(),
        of.getPermission(),
        of.getOwner(),
        of.getGroup(),
        StatusCopy.target(of),
        of.getPath());
    this.version = version;
    this.acl = acl;
  }

  /**
   * Creates a status.
   *
   * @param hasAcl queries whether the file has an access control list
   */
  static GigaFileStatus of(FileVersion version, BooleanSupplier hasAcl, FileStatus status) {
    AclAnswer acl = new AclAnswer(hasAcl);
    return HadoopFeature.ETAGS.isThere()
        ? Etagged.of(version, acl, status)
        : new GigaFileStatus(version, acl, status);
  }

  @Override
  public final FileVersion version() {
    return version;
  }

  @Override
  public final boolean hasAcl() {
    return acl.get();
  }

  @Override
  @Deprecated // as FileStatus has it
  public final void write(DataOutput out) throws IOException {
    StatusCopy.of(this, acl).write(out);
  }

  @Override
  public final String toString() {
    return StatusCopy.of(this, acl).toString();
  }

  /** The same with block locations. */
  final LocatedFileStatus located(BlockLocation @Nullable [] locations) {
    return HadoopFeature.ETAGS.isThere()
        ? EtaggedLocated.of(this, locations)
        : new Located(this, locations);
  }

  /** With an entity tag, which Hadoop 3.3.1 does not know. */
  private static final class Etagged extends GigaFileStatus implements EtagSource {
    private static final long serialVersionUID = 1L;

    private Etagged(FileVersion version, AclAnswer acl, FileStatus of) {
      super(version, acl, of);
    }

    /** Returns the general type, so that the verifier of callers need not load this class. */
    private static GigaFileStatus of(FileVersion version, AclAnswer acl, FileStatus of) {
      return new Etagged(version, acl, of);
    }

    @Override
    public String getEtag() {
      return version().etag();
    }
  }

  private static class Located extends LocatedFileStatus implements VersionedStatus {
    private static final long serialVersionUID = 1L;

    private final FileVersion version;
    private final AclAnswer acl;

    private Located(GigaFileStatus status, BlockLocation @Nullable [] locations) {
      super(
          status.getLen(),
          status.isDirectory(),
          status.getReplication(),
          status.getBlockSize(),
          status.getModificationTime(),
          status.getAccessTime(),
          status.getPermission(),
          status.getOwner(),
          status.getGroup(),
          StatusCopy.target(status),
          status.getPath(),
          FileStatus.NONE,
          locations);
      this.version = status.version;
      this.acl = status.acl;
    }

    @Override
    public final FileVersion version() {
      return version;
    }

    @Override
    public final boolean hasAcl() {
      return acl.get();
    }

    @Override
    @Deprecated // as FileStatus has it
    public final void write(DataOutput out) throws IOException {
      StatusCopy.of(this, acl).write(out);
    }

    @Override
    public final String toString() {
      return StatusCopy.of(this, acl).toString();
    }
  }

  private static final class EtaggedLocated extends Located implements EtagSource {
    private static final long serialVersionUID = 1L;

    private EtaggedLocated(GigaFileStatus status, BlockLocation @Nullable [] locations) {
      super(status, locations);
    }

    private static LocatedFileStatus of(
        GigaFileStatus status, BlockLocation @Nullable [] locations) {
      return new EtaggedLocated(status, locations);
    }

    @Override
    public String getEtag() {
      return version().etag();
    }
  }
}
