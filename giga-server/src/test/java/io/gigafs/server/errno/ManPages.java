package io.gigafs.server.errno;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Section ERRORS of each man page (Linux man-pages 6), and why some errnos cannot occur for a
 * client of a cluster, or are tested elsewhere.
 */
final class ManPages {
  private static final String PATH =
      "EACCES ELOOP ENAMETOOLONG ENOENT ENOTDIR EFAULT ENOMEM EBADF ";

  private ManPages() {}

  /** The errnos of each call, between blanks. */
  static Map<String, String> errors() {
    Map<String, String> errors = new LinkedHashMap<>();
    errors.put(
        "rename", PATH + "EBUSY EDQUOT EINVAL EISDIR EMLINK ENOSPC ENOTEMPTY EPERM EROFS EXDEV");
    errors.put("renameat2", "EEXIST EINVAL ENOENT EACCES EPERM EXDEV");
    errors.put("link", PATH + "EDQUOT EEXIST EIO EMLINK ENOSPC EPERM EROFS EXDEV");
    errors.put("linkat", "ENOENT ELOOP EPERM EBADF");
    errors.put("unlink", PATH + "EBUSY EIO EISDIR EPERM EROFS");
    errors.put("rmdir", PATH + "EBUSY EINVAL ENOTEMPTY EPERM EROFS");
    errors.put("mkdir", PATH + "EDQUOT EEXIST EINVAL EMLINK ENOSPC EOVERFLOW EPERM EROFS");
    errors.put("mknod", PATH + "EDQUOT EEXIST EINVAL ENOSPC EPERM EROFS");
    errors.put("symlink", PATH + "EDQUOT EEXIST EIO ENOSPC EPERM EROFS");
    errors.put("readlink", PATH + "EINVAL EIO");
    errors.put(
        "open",
        PATH
            + "EBUSY EDQUOT EEXIST EFBIG EINTR EINVAL EISDIR EMFILE ENFILE ENODEV ENOSPC ENXIO"
            + " EOPNOTSUPP EOVERFLOW EPERM EROFS ETXTBSY EAGAIN");
    errors.put("creat", PATH + "EDQUOT EEXIST ENOSPC EROFS");
    errors.put("opendir", PATH + "EMFILE ENFILE");
    errors.put("stat", PATH + "EINVAL EOVERFLOW");
    errors.put("lstat", PATH + "EINVAL EOVERFLOW");
    errors.put("fstat", "EBADF EFAULT ENOMEM EOVERFLOW");
    errors.put("access", PATH + "EINVAL EIO EPERM EROFS ETXTBSY");
    errors.put("chmod", PATH + "EIO EPERM EROFS");
    errors.put("fchmodat", "EOPNOTSUPP EINVAL");
    errors.put("fchmod", "EBADF EPERM EIO EROFS");
    errors.put("chown", PATH + "EINVAL EIO EPERM EROFS");
    errors.put("lchown", PATH + "EPERM EROFS");
    errors.put("fchown", "EBADF EPERM EIO EROFS");
    errors.put("utimensat", PATH + "EINVAL EPERM EROFS ESRCH");
    errors.put("truncate", PATH + "EDQUOT EFBIG EINTR EINVAL EIO EISDIR EPERM EROFS ETXTBSY");
    errors.put("ftruncate", "EBADF EINVAL EDQUOT EFBIG EINTR EIO");
    errors.put("getxattr", PATH + "E2BIG ENODATA EOPNOTSUPP ERANGE");
    errors.put("listxattr", PATH + "E2BIG EOPNOTSUPP ERANGE");
    errors.put(
        "setxattr", PATH + "E2BIG EDQUOT EEXIST EINVAL ENODATA ENOSPC EOPNOTSUPP EPERM ERANGE");
    errors.put("removexattr", PATH + "ENODATA EOPNOTSUPP EPERM ERANGE");
    errors.put(
        "fcntl",
        "EAGAIN EBADF EBUSY EDEADLK EFAULT EINTR EINVAL EMFILE ENOLCK ENOTDIR EOVERFLOW EPERM");
    errors.put("flock", "EAGAIN EBADF EINTR EINVAL ENOLCK");
    errors.put(
        "statfs",
        "EACCES EBADF EFAULT EINTR EIO ELOOP ENAMETOOLONG ENOENT ENOMEM ENOSYS ENOTDIR EOVERFLOW");
    errors.put("quotactl", "EPERM ENOTDIR ENODATA ENOENT");
    return errors;
  }

  /** Why there is no row for an errno of a call, or of any call; null if there should be one. */
  static @Nullable String reason(String call, String errno) {
    String particular = PARTICULAR.get(call + " " + errno);
    return particular != null ? particular : GENERAL.get(errno);
  }

  private static final Map<String, String> GENERAL =
      Map.ofEntries(
          Map.entry("EFAULT", "Java has no bad addresses"),
          Map.entry("ENOMEM", "the kernel's memory; the client limits its own by waiting"),
          Map.entry("EBADF", "of a directory's descriptor: paths are absolute"),
          Map.entry("EROFS", "a cluster is never read-only; a failed disk answers EIO"),
          Map.entry("EINTR", "calls are not ended by signals"),
          Map.entry("EIO", "of disks that fail: FailingDiskTest, DiskFailureTest"),
          Map.entry("ENOSPC", "of disks that are full: DiskFailureTest"),
          Map.entry("EMFILE", "of a process's descriptors, which the kernel keeps"),
          Map.entry("ENFILE", "of the kernel's table of files"),
          Map.entry("EMLINK", "nlink counts to 2^31 - 1, which no test can reach"),
          Map.entry("ETXTBSY", "files are not executed by servers; a mount's kernel knows"),
          Map.entry("ENOLCK", "locks have no table of their own that could be full"));

  private static final Map<String, String> PARTICULAR =
      Map.ofEntries(
          Map.entry("rename EDQUOT", "a name below another quota returns EXDEV"),
          Map.entry("link EXDEV", "of other file systems; a link counts where its name is"),
          Map.entry("unlink EBUSY", "of mount points, which a mount's kernel knows"),
          Map.entry("mkdir EINVAL", "of names that a file system cannot have: all bytes can be"),
          Map.entry("mkdir EOVERFLOW", "of ids that a user namespace does not map"),
          Map.entry("mkdir EPERM", "of file systems without directories"),
          Map.entry("symlink EPERM", "of file systems without links"),
          Map.entry("open EBUSY", "of block devices that are mounted"),
          Map.entry("open EFBIG", "of programs for 32 bits, as EOVERFLOW"),
          Map.entry("open EOVERFLOW", "of programs for 32 bits"),
          Map.entry("open ENODEV", "devices are opened by a mount's kernel"),
          Map.entry("open EOPNOTSUPP", "of O_TMPFILE, which clients do not have"),
          Map.entry("open EPERM", "of O_NOATIME, which clients do not have, and of sealed files"),
          Map.entry("open EAGAIN", "of leases of fcntl, which clients do not have"),
          Map.entry("stat EINVAL", "of flags that clients do not have"),
          Map.entry("lstat EINVAL", "of flags that clients do not have"),
          Map.entry("stat EOVERFLOW", "of programs for 32 bits"),
          Map.entry("lstat EOVERFLOW", "of programs for 32 bits"),
          Map.entry("fstat EOVERFLOW", "of programs for 32 bits"),
          Map.entry("access EPERM", "of files that are immutable, which no file is"),
          Map.entry("fchmodat EINVAL", "of flags that clients do not have"),
          Map.entry("chown EINVAL", "of flags that clients do not have"),
          Map.entry("utimensat EINVAL", "of nanoseconds out of range, which one number cannot be"),
          Map.entry("utimensat ESRCH", "of search permission, which Linux tells by EACCES"),
          Map.entry("truncate EFBIG", "sizes go up to 2^63 - 1"),
          Map.entry("ftruncate EFBIG", "sizes go up to 2^63 - 1"),
          Map.entry("truncate EPERM", "of files that are sealed or immutable"),
          Map.entry("getxattr E2BIG", "values are limited to what a reply can contain"),
          Map.entry("listxattr E2BIG", "lists are answered whole, whatever their length"),
          Map.entry("listxattr EOPNOTSUPP", "every file can have attributes"),
          Map.entry("listxattr ERANGE", "of a buffer too small, and there is none"),
          Map.entry("setxattr EDQUOT", "attributes do not count for quotas"),
          Map.entry("fcntl EBUSY", "of pipes and leases"),
          Map.entry("fcntl ENOTDIR", "of F_NOTIFY"),
          Map.entry("fcntl EPERM", "of O_APPEND and O_NOATIME"),
          Map.entry("flock EINVAL", "of operations that the types of the call rule out"),
          Map.entry("statfs EACCES", "a client asks for the whole cluster, without a path"),
          Map.entry("statfs ELOOP", "likewise"),
          Map.entry("statfs ENAMETOOLONG", "likewise"),
          Map.entry("statfs ENOENT", "likewise"),
          Map.entry("statfs ENOTDIR", "likewise"),
          Map.entry("statfs ENOSYS", "clusters have totals"),
          Map.entry("statfs EOVERFLOW", "of programs for 32 bits"));
}
