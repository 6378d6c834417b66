package io.gigafs.hadoop;

import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_APPEND;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_CREATE;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_CREATE_NON_RECURSIVE;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_DELETE;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_GET_CONTENT_SUMMARY;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_LIST_STATUS;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_MKDIRS;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_RENAME;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_SET_TIMES;
import static org.apache.hadoop.fs.statistics.StoreStatisticNames.OP_TRUNCATE;

import java.util.Set;
import org.apache.hadoop.fs.permission.FsAction;

/** The permission that an operation needs, by the names of {@link OperationCounters}. */
final class RequiredRight {
  /** Operations that change a directory. */
  private static final Set<String> OF_NAMES =
      Set.of(
          OP_CREATE,
          OP_CREATE_NON_RECURSIVE,
          OP_DELETE,
          OP_MKDIRS,
          OP_RENAME,
          OperationCounters.OP_CREATE_SYMLINK);

  /** Operations that change a file. */
  private static final Set<String> OF_BYTES =
      Set.of(
          OP_APPEND,
          OP_SET_TIMES,
          OP_TRUNCATE,
          OperationCounters.OP_CONCAT,
          OperationCounters.OP_REMOVE_XATTR,
          OperationCounters.OP_SET_XATTR);

  private static final Set<String> OF_LISTS = Set.of(OP_LIST_STATUS, OP_GET_CONTENT_SUMMARY);

  private RequiredRight() {}

  static FsAction action(String operation) {
    if (OF_LISTS.contains(operation)) {
      return FsAction.READ_EXECUTE;
    }
    return isOfParent(operation) || OF_BYTES.contains(operation) ? FsAction.WRITE : FsAction.READ;
  }

  static boolean isOfParent(String operation) {
    return OF_NAMES.contains(operation);
  }
}
