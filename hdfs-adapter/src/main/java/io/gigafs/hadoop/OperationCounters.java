package io.gigafs.hadoop;

import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.StoreStatisticNames;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsBinding;
import org.apache.hadoop.fs.statistics.impl.IOStatisticsStore;
import org.jspecify.annotations.Nullable;

/** Counts calls of each operation. Safe for use by several threads. */
final class OperationCounters {
  // Operations for which Hadoop has no name.
  static final String OP_CONCAT = "op_concat";
  static final String OP_CREATE_SYMLINK = "op_create_symlink";
  static final String OP_GET_ACL_STATUS = "op_get_acl_status";
  static final String OP_GET_FILE_BLOCK_LOCATIONS = "op_get_file_block_locations";
  static final String OP_GET_FILE_LINK_STATUS = "op_get_file_link_status";
  static final String OP_GET_QUOTA_USAGE = "op_get_quota_usage";
  static final String OP_SET_QUOTA_USAGE = "op_set_quota_usage";
  static final String OP_SET_XATTR = "op_set_xattr";
  static final String OP_REMOVE_XATTR = "op_remove_xattr";

  /** Read-only operations. */
  private static final Set<String> LOOKING =
      Set.of(
          StoreStatisticNames.OP_ACCESS,
          StoreStatisticNames.OP_GET_CONTENT_SUMMARY,
          StoreStatisticNames.OP_GET_FILE_CHECKSUM,
          StoreStatisticNames.OP_GET_FILE_STATUS,
          StoreStatisticNames.OP_GET_STATUS,
          StoreStatisticNames.OP_LIST_STATUS,
          StoreStatisticNames.OP_OPEN,
          StoreStatisticNames.OP_XATTR_GET_MAP,
          StoreStatisticNames.OP_XATTR_GET_NAMED,
          OP_GET_ACL_STATUS,
          OP_GET_FILE_BLOCK_LOCATIONS,
          OP_GET_FILE_LINK_STATUS,
          OP_GET_QUOTA_USAGE);

  private static final String[] CHANGING = {
    StoreStatisticNames.OP_APPEND,
    StoreStatisticNames.OP_CREATE,
    StoreStatisticNames.OP_CREATE_NON_RECURSIVE,
    StoreStatisticNames.OP_DELETE,
    StoreStatisticNames.OP_MKDIRS,
    StoreStatisticNames.OP_MODIFY_ACL_ENTRIES,
    StoreStatisticNames.OP_REMOVE_ACL,
    StoreStatisticNames.OP_REMOVE_ACL_ENTRIES,
    StoreStatisticNames.OP_REMOVE_DEFAULT_ACL,
    StoreStatisticNames.OP_RENAME,
    StoreStatisticNames.OP_SET_ACL,
    StoreStatisticNames.OP_SET_OWNER,
    StoreStatisticNames.OP_SET_PERMISSION,
    StoreStatisticNames.OP_SET_TIMES,
    StoreStatisticNames.OP_TRUNCATE,
    OP_CONCAT,
    OP_CREATE_SYMLINK,
    OP_REMOVE_XATTR,
    OP_SET_QUOTA_USAGE,
    OP_SET_XATTR
  };

  private final IOStatisticsStore counters =
      IOStatisticsBinding.iostatisticsStore()
          .withCounters(LOOKING.toArray(new String[0]))
          .withCounters(CHANGING)
          .build();

  /**
   * Counts an operation.
   *
   * @param statistics of the scheme, which distinguish only reads and writes; null if there are
   *     none yet
   */
  void count(String operation, FileSystem.@Nullable Statistics statistics) {
    counters.incrementCounter(operation);
    if (statistics == null) {
      return;
    }
    if (LOOKING.contains(operation)) {
      statistics.incrementReadOps(1);
    } else {
      statistics.incrementWriteOps(1);
    }
  }

  IOStatistics statistics() {
    return counters;
  }
}
