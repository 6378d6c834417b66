package io.gigafs.hadoop;

import java.util.Set;
import org.apache.hadoop.fs.CommonPathCapabilities;

/** The capabilities of every path of the file system, by Hadoop's names. */
final class Capabilities {
  private static final Set<String> ALWAYS =
      Set.of(
          CommonPathCapabilities.FS_ACLS,
          CommonPathCapabilities.FS_APPEND,
          CommonPathCapabilities.FS_CHECKSUMS,
          CommonPathCapabilities.FS_CONCAT,
          CommonPathCapabilities.FS_MULTIPART_UPLOADER,
          CommonPathCapabilities.FS_PATHHANDLES,
          CommonPathCapabilities.FS_PERMISSIONS,
          CommonPathCapabilities.FS_TRUNCATE,
          CommonPathCapabilities.FS_XATTRS,
          CommonPathCapabilities.ETAGS_AVAILABLE,
          CommonPathCapabilities.ETAGS_PRESERVED_IN_RENAME);

  private Capabilities() {}

  /** Whether a capability exists with any settings. */
  static boolean areAlways(String capability) {
    return ALWAYS.contains(capability);
  }
}
