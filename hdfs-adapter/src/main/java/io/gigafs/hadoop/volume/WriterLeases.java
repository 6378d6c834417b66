package io.gigafs.hadoop.volume;

import io.gigafs.hadoop.version.HadoopFeature;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Leases of files, which restrict writers. */
final class WriterLeases {
  private static final String HDFS = "hdfs";

  private WriterLeases() {}

  /** Whether no client has the file's lease, if the file system has leases. */
  static boolean areFree(FileSystem files, Path file) throws IOException {
    if (HadoopFeature.LEASE_RECOVERY.isThere()) {
      return Recoverable.areFree(files, file);
    }
    return !files.getUri().getScheme().equals(HDFS) || OfHdfs.areFree(files, file);
  }

  /** For releases of Hadoop that have the interface. */
  private static final class Recoverable {
    private Recoverable() {}

    static boolean areFree(FileSystem files, Path file) throws IOException {
      return !(files instanceof LeaseRecoverable leases) || leases.isFileClosed(file);
    }
  }

  /** For older releases, where only HDFS has leases. */
  private static final class OfHdfs {
    private OfHdfs() {}

    static boolean areFree(FileSystem files, Path file) throws IOException {
      return !(files instanceof DistributedFileSystem hdfs) || hdfs.isFileClosed(file);
    }
  }
}
