package io.gigafs.hadoop.volume;

import io.gigafs.hadoop.version.HadoopFeature;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Who else may write to a file. */
final class Leases {
  private static final String HDFS = "hdfs";

  private Leases() {}

  /** Whether nobody has the file's lease, as far as the file system has leases. */
  static boolean areFree(FileSystem files, Path file) throws IOException {
    if (HadoopFeature.LEASE_RECOVERY.isThere()) {
      return Recoverable.areFree(files, file);
    }
    return !files.getUri().getScheme().equals(HDFS) || OfHdfs.areFree(files, file);
  }

  /** For a Hadoop that has the interface. */
  private static final class Recoverable {
    private Recoverable() {}

    static boolean areFree(FileSystem files, Path file) throws IOException {
      return !(files instanceof LeaseRecoverable leases) || leases.isFileClosed(file);
    }
  }

  /** For an older one, whose HDFS alone has leases. */
  private static final class OfHdfs {
    private OfHdfs() {}

    static boolean areFree(FileSystem files, Path file) throws IOException {
      return !(files instanceof DistributedFileSystem hdfs) || hdfs.isFileClosed(file);
    }
  }
}
