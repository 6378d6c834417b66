package io.gigafs.hadoop;

import io.gigafs.protocol.FileAttributes;
import java.io.Serializable;
import org.apache.hadoop.fs.Path;

/** A status with the version of a file of this file system. */
interface VersionedStatus {
  FileVersion version();

  Path getPath();

  /**
   * Identifies a file and its contents: the inode number, which is never reused, the time of the
   * last change and the size.
   */
  record FileVersion(long inode, long modifiedNanos, long size) implements Serializable {
    private static final long serialVersionUID = 1L;

    static FileVersion of(FileAttributes attributes) {
      return new FileVersion(
          attributes.inode().value(), attributes.modifiedNanos(), attributes.size());
    }

    /** The entity tag for programs that detect changes. A rename keeps it. */
    String etag() {
      return String.format("%x-%x-%x", inode, modifiedNanos, size);
    }
  }
}
