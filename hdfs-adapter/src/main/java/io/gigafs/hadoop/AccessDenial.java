package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.hadoop.acl.HadoopPermissions;
import io.gigafs.hadoop.identity.Identities;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Finds the missing permission, and the file that denies it, for an error message as in HDFS.
 * Servers return only EACCES, so this queries each directory on the path, and only after a denial.
 */
record AccessDenial(GigaClient client, Identities identities, String user) {
  /**
   * The error message.
   *
   * @param wanted the permission that the operation needs
   * @param isOfParent whether it is needed on the path's parent directory
   */
  String text(GigaPath path, FsAction wanted, boolean isOfParent) {
    Deque<GigaPath> way = new ArrayDeque<>();
    for (GigaPath at = path; !at.isRoot(); ) {
      at = at.parent();
      way.push(at);
    }
    for (GigaPath directory : way) {
      if (isRefused(directory, FsAction.EXECUTE)) {
        return text(directory, FsAction.EXECUTE);
      }
    }
    return isOfParent && !path.isRoot() && isRefused(path.parent(), wanted)
        ? text(path.parent(), wanted)
        : text(path, wanted);
  }

  private boolean isRefused(GigaPath path, FsAction action) {
    try {
      client.access(path, HadoopPermissions.bits(action));
      return false;
    } catch (GigaException e) {
      return e.code() == ErrorCode.EACCES;
    }
  }

  private String text(GigaPath path, FsAction action) {
    return "Permission denied: user="
        + user
        + ", access="
        + action
        + ", inode=\""
        + path
        + "\""
        + ownership(path);
  }

  /** Owner and mode of a file that the user may stat. */
  private String ownership(GigaPath path) {
    try {
      FileAttributes attributes = client.stat(path);
      FsPermission permission = Statuses.permission(attributes);
      return ":"
          + identities.userName(attributes.uid())
          + ":"
          + identities.groupName(attributes.gid())
          + ":"
          + (attributes.isDirectory() ? "d" : "-")
          + permission;
    } catch (GigaException e) {
      return "";
    }
  }
}
