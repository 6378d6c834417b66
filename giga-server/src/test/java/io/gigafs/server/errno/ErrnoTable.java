package io.gigafs.server.errno;

import static io.gigafs.protocol.ErrorCode.*;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.server.errno.ErrnoCase.Known;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows. In the setups: {@code f} is a file, {@code d} and {@code e} are directories, {@code l}
 * is a link, {@code loop} a link to itself; Alice may not search {@code closed} and not write to
 * {@code shown}.
 */
final class ErrnoTable {
  private static final String CLOSED = "root: mkdir closed 700; root: create closed/f";
  private static final String SHOWN = "root: mkdir shown 755; root: create shown/f";
  private static final String LOOP = "symlink loop loop";
  private static final String FILE = "create f";
  private static final String STICKY = "root: mkdir s 1777; bob: create s/f; bob: mkdir s/d";

  private final List<ErrnoCase> rows = new ArrayList<>();

  private ErrnoTable() {}

  static List<ErrnoCase> rows() {
    ErrnoTable table = new ErrnoTable();
    table.paths();
    table.rename();
    table.link();
    table.unlink();
    table.rmdir();
    table.mkdir();
    table.mknod();
    table.symlink();
    table.readlink();
    table.open();
    table.access();
    table.attributes();
    table.xattrs();
    table.locks();
    table.quotas();
    return table.rows;
  }

  private void row(String call, String name, ErrorCode code, String setup, String action) {
    rows.add(new ErrnoCase(call, name, code, setup, action, Known.BOTH));
  }

  private void clusterRow(String call, String name, ErrorCode code, String setup, String action) {
    rows.add(new ErrnoCase(call, name, code, setup, action, Known.CLUSTER));
  }

  /** path_resolution(7), through every call that takes a path; % stands for the path. */
  private void paths() {
    onThePath("stat", "stat %");
    onThePath("lstat", "lstat %");
    onThePath("access", "access % 0");
    onThePath("readlink", "readlink %");
    onThePath("open", "open h % r");
    onThePath("creat", "create %");
    onThePath("mkdir", "mkdir %");
    onThePath("mknod", "mknod % fifo");
    onThePath("symlink", "symlink x %");
    onThePath("unlink", "unlink %");
    onThePath("rmdir", "rmdir %");
    onThePath("rename", "rename % x");
    onThePath("rename", "rename f %");
    onThePath("link", "link % x");
    onThePath("link", "link f %");
    onThePath("chmod", "chmod % 600");
    onThePath("chown", "chown % :100");
    onThePath("lchown", "lchown % :100");
    onThePath("utimensat", "touch %");
    onThePath("truncate", "truncate % 0");
    onThePath("getxattr", "getxattr % user.a");
    onThePath("listxattr", "listxattr %");
    onThePath("setxattr", "setxattr % user.a v");
    onThePath("removexattr", "removexattr % user.a");
    onThePath("opendir", "list %");
  }

  private void onThePath(String call, String action) {
    String in = " (" + action + ")";
    row(
        call,
        "no search permission on the path" + in,
        EACCES,
        FILE + ";" + CLOSED,
        at(action, "closed/x"));
    row(call, "a loop of links on the path" + in, ELOOP, FILE + ";" + LOOP, at(action, "loop/x"));
    row(call, "a name too long" + in, ENAMETOOLONG, FILE, at(action, "{256}"));
    row(call, "a directory's name too long" + in, ENAMETOOLONG, FILE, at(action, "{256}/x"));
    row(call, "a path too long" + in, ENAMETOOLONG, FILE, at(action, "{path:4096}"));
    row(call, "a missing directory on the path" + in, ENOENT, FILE, at(action, "none/x"));
    row(
        call,
        "a dangling link on the path" + in,
        ENOENT,
        FILE + "; symlink none l",
        at(action, "l/x"));
    row(call, "an empty path" + in, ENOENT, FILE, at(action, "''"));
    row(call, "a file on the path" + in, ENOTDIR, FILE, at(action, "f/x"));
  }

  private static String at(String action, String path) {
    return action.replace("%", path);
  }

  private void rename() {
    row("rename", "no write permission where it was", EACCES, SHOWN, "rename shown/f x");
    row(
        "rename",
        "no write permission where it goes",
        EACCES,
        FILE + ";" + SHOWN,
        "rename f shown/x");
    row(
        "rename",
        "a directory that cannot be written gets another parent",
        EACCES,
        "root: mkdir p 777; root: mkdir p/d 755; mkdir e",
        "rename p/d e/d");
    row("rename", "someone else's in a sticky directory", EPERM, STICKY, "rename s/f x");
    row(
        "rename",
        "over someone else's in a sticky directory",
        EPERM,
        FILE + ";" + STICKY,
        "rename f s/f");
    row("rename", "the root", EBUSY, "", "root: rename / x");
    row("rename", "to the root", EBUSY, "mkdir d", "root: rename d /");
    row("rename", "from a dot", EBUSY, "mkdir d", "rename d/. e");
    row("rename", "to two dots", EBUSY, "mkdir d; mkdir e", "rename e d/..");
    row("rename", "a directory below itself", EINVAL, "mkdir d; mkdir d/e", "rename d d/e/x");
    row("rename", "a directory into itself", EINVAL, "mkdir d", "rename d d/x");
    row("rename", "a file over a directory", EISDIR, FILE + "; mkdir d", "rename f d");
    row("rename", "what is not there", ENOENT, "", "rename none x");
    row("rename", "a directory over a file", ENOTDIR, FILE + "; mkdir d", "rename d f");
    String linked = STICKY + "; root: link s/f s/g; mkdir d";
    row("rename", "a directory over someone's linked file", EPERM, linked, "rename d s/g");
    row("rename", "a directory over a linked file", ENOTDIR, linked, "bob: rename s/d s/g");
    row("rename", "a file to a name with a slash", ENOTDIR, FILE, "rename f x/");
    row("rename", "a file by a name with a slash", ENOTDIR, FILE, "rename f/ x");
    row(
        "rename",
        "over a directory that is not empty",
        ENOTEMPTY,
        "mkdir d; mkdir e; create e/f",
        "rename d e");
    row(
        "rename",
        "over the directory that it is in",
        ENOTEMPTY,
        "mkdir d; mkdir d/e",
        "rename d/e d");
    row(
        "renameat2",
        "NOREPLACE of a name that is taken",
        EEXIST,
        FILE + "; create g",
        "noreplace f g");
    row("renameat2", "NOREPLACE of itself", EEXIST, FILE, "noreplace f f");
    row("renameat2", "EXCHANGE with nothing", ENOENT, FILE, "exchange f none");
    row("renameat2", "EXCHANGE of nothing", ENOENT, FILE, "exchange none f");
    row("renameat2", "EXCHANGE with what is below", EINVAL, "mkdir d; mkdir d/e", "exchange d d/e");
    row("renameat2", "EXCHANGE with what is above", EINVAL, "mkdir d; mkdir d/e", "exchange d/e d");
    row(
        "renameat2",
        "EXCHANGE without write permission",
        EACCES,
        FILE + ";" + SHOWN,
        "exchange f shown/f");
    row(
        "renameat2",
        "EXCHANGE in a sticky directory",
        EPERM,
        FILE + ";" + STICKY,
        "exchange f s/f");
  }

  private void link() {
    row("link", "no write permission", EACCES, FILE + ";" + SHOWN, "link f shown/x");
    row("link", "a name that is taken", EEXIST, FILE + "; create g", "link f g");
    row("link", "a name that a dangling link has", EEXIST, FILE + "; symlink none l", "link f l");
    row("link", "of what is not there", ENOENT, "", "link none x");
    row("link", "a name with a slash", ENOENT, FILE, "link f x/");
    row("link", "of a file by a name with a slash", ENOTDIR, FILE, "link f/ x");
    row("link", "of a directory", EPERM, "mkdir d", "link d x");
    row("link", "of a directory, by root", EPERM, "mkdir d", "root: link d x");
    row("linkat", "FOLLOW of a dangling link", ENOENT, "symlink none l", "linkfollow l x");
    row("linkat", "FOLLOW of a loop", ELOOP, LOOP, "linkfollow loop x");
    row("linkat", "FOLLOW to a directory", EPERM, "mkdir d; symlink d l", "linkfollow l x");
  }

  private void unlink() {
    row("unlink", "no write permission", EACCES, SHOWN, "unlink shown/f");
    row("unlink", "a directory", EISDIR, "mkdir d", "unlink d");
    row("unlink", "the root", EISDIR, "", "root: unlink /");
    row("unlink", "a dot", EISDIR, "mkdir d", "unlink d/.");
    row("unlink", "what is not there", ENOENT, "", "unlink none");
    row("unlink", "a file by a name with a slash", ENOTDIR, FILE, "unlink f/");
    row("unlink", "someone else's in a sticky directory", EPERM, STICKY, "unlink s/f");
  }

  private void rmdir() {
    row("rmdir", "no write permission", EACCES, "root: mkdir p 755; root: mkdir p/d", "rmdir p/d");
    row("rmdir", "the root", EBUSY, "", "root: rmdir /");
    row("rmdir", "a dot", EINVAL, "mkdir d", "rmdir d/.");
    row("rmdir", "two dots", ENOTEMPTY, "mkdir d", "rmdir d/..");
    row("rmdir", "what is not there", ENOENT, "", "rmdir none");
    row("rmdir", "a file", ENOTDIR, FILE, "rmdir f");
    row("rmdir", "a link to a directory", ENOTDIR, "mkdir d; symlink d l", "rmdir l");
    row(
        "rmdir",
        "a link to a directory, with a slash",
        ENOTDIR,
        "mkdir d; symlink d l",
        "rmdir l/");
    row("rmdir", "a directory that is not empty", ENOTEMPTY, "mkdir d; create d/f", "rmdir d");
    row("rmdir", "someone else's in a sticky directory", EPERM, STICKY, "rmdir s/d");
  }

  private void mkdir() {
    row("mkdir", "no write permission", EACCES, SHOWN, "mkdir shown/x");
    row("mkdir", "a directory's name", EEXIST, "mkdir d", "mkdir d");
    row("mkdir", "a file's name", EEXIST, FILE, "mkdir f");
    row("mkdir", "a dangling link's name", EEXIST, "symlink none l", "mkdir l");
    row("mkdir", "the root", EEXIST, "", "root: mkdir /");
    row("mkdir", "a dot", EEXIST, "mkdir d", "mkdir d/.");
  }

  private void mknod() {
    row("mknod", "no write permission", EACCES, SHOWN, "mknod shown/x fifo");
    row("mknod", "a name that is taken", EEXIST, FILE, "mknod f fifo");
    row("mknod", "a dangling link's name", EEXIST, "symlink none l", "mknod l fifo");
    row("mknod", "a symbolic link", EINVAL, "", "mknod x symlink");
    row("mknod", "a name with a slash", ENOENT, "", "mknod x/ fifo");
    row("mknod", "a block device, by Alice", EPERM, "", "mknod x block_device");
    row("mknod", "a character device, by Alice", EPERM, "", "mknod x character_device");
    row("mknod", "a directory", EPERM, "", "root: mknod x directory");
  }

  private void symlink() {
    row("symlink", "no write permission", EACCES, SHOWN, "symlink t shown/x");
    row("symlink", "a name that is taken", EEXIST, FILE, "symlink t f");
    row("symlink", "a dangling link's name", EEXIST, "symlink none l", "symlink t l");
    row("symlink", "a target too long", ENAMETOOLONG, "", "symlink {4096} x");
    row("symlink", "an empty target", ENOENT, "", "symlink '' x");
    row("symlink", "a name with a slash", ENOENT, "", "symlink t x/");
  }

  private void readlink() {
    row("readlink", "a file", EINVAL, FILE, "readlink f");
    row("readlink", "a directory", EINVAL, "mkdir d", "readlink d");
    row("readlink", "what is not there", ENOENT, "", "readlink none");
    row(
        "readlink",
        "a link to a file, with a slash",
        ENOTDIR,
        FILE + "; symlink f l",
        "readlink l/");
  }

  private void open() {
    row("open", "a file that may not be read", EACCES, "root: create f 600", "open h f r");
    row("open", "a file that may not be written", EACCES, "root: create f 644", "open h f w");
    row(
        "open",
        "TRUNC of a file that may not be written",
        EACCES,
        "root: create f 644",
        "open h f rt");
    row("open", "CREAT without write permission", EACCES, SHOWN, "open h shown/x rc");
    row("open", "EXCL of a file", EEXIST, FILE, "open h f rcx");
    row("open", "EXCL of a dangling link", EEXIST, "symlink none l", "open h l rcx");
    row("open", "a directory for writing", EISDIR, "mkdir d", "open h d w");
    row("open", "CREAT of a directory", EISDIR, "mkdir d", "open h d rc");
    row("open", "CREAT of a name with a slash", EISDIR, "", "open h x/ rc");
    row("open", "a loop", ELOOP, LOOP, "open h loop r");
    row("open", "NOFOLLOW of a link", ELOOP, FILE + "; symlink f l", "open h l rn");
    row("open", "what is not there", ENOENT, "", "open h none r");
    row("open", "a dangling link", ENOENT, "symlink none l", "open h l r");
    row("open", "CREAT through a link into nowhere", ENOENT, "symlink none/x l", "open h l rc");
    row("open", "DIRECTORY of a file", ENOTDIR, FILE, "open h f rd");
    row("open", "a file by a name with a slash", ENOTDIR, FILE, "open h f/ r");
    row("open", "CREAT and DIRECTORY", EINVAL, "", "open h x rcd");
    row("open", "a socket", ENXIO, "mknod s socket", "open h s r");
    row("creat", "EXCL of a file", EEXIST, FILE, "create f");
    row("creat", "no write permission", EACCES, SHOWN, "create shown/x");
    row("opendir", "a directory that may not be read", EACCES, "root: mkdir d 711", "list d");
    row("opendir", "a file", ENOTDIR, FILE, "list f");
    row("opendir", "what is not there", ENOENT, "", "list none");
    row("stat", "what is not there", ENOENT, "", "stat none");
    row("stat", "a dangling link", ENOENT, "symlink none l", "stat l");
    row("stat", "a loop", ELOOP, LOOP, "stat loop");
    row("stat", "a file by a name with a slash", ENOTDIR, FILE, "stat f/");
    row("lstat", "what is not there", ENOENT, "", "lstat none");
    row("lstat", "a loop, with a slash", ELOOP, LOOP, "lstat loop/");
    row("fstat", "a closed handle", EBADF, FILE + "; open h f r; close h", "fstat h");
  }

  private void access() {
    row("access", "no read permission", EACCES, "root: create f 600", "access f 4");
    row("access", "no write permission", EACCES, "root: create f 644", "access f 2");
    row("access", "no execute permission", EACCES, "create f 644", "access f 1");
    row("access", "not all that is asked", EACCES, "create f 444", "access f 6");
    row(
        "access",
        "no execute permission for anybody, by root",
        EACCES,
        "create f 644",
        "root: access f 1");
    row("access", "an unknown permission", EINVAL, FILE, "access f 8");
    row("access", "what is not there", ENOENT, "", "access none 0");
    row("access", "a dangling link", ENOENT, "symlink none l", "access l 0");
    row("access", "a loop", ELOOP, LOOP, "access loop 0");
    row("access", "a file by a name with a slash", ENOTDIR, FILE, "access f/ 0");
  }

  private void attributes() {
    row("chmod", "someone else's", EPERM, "root: create f", "chmod f 600");
    row("chmod", "what is not there", ENOENT, "", "chmod none 600");
    row("chmod", "a dangling link", ENOENT, "symlink none l", "chmod l 600");
    row("fchmodat", "NOFOLLOW of a link", EOPNOTSUPP, "symlink f l", "lchmod l 600");
    row("fchmod", "someone else's", EPERM, "root: create f; open h f r", "fchmod h 600");
    row("fchmod", "a closed handle", EBADF, FILE + "; open h f r; close h", "fchmod h 600");
    row("chown", "one's own to someone else", EPERM, FILE, "chown f 2000:");
    row("chown", "to a group that one is not in", EPERM, FILE, "chown f :200");
    row("chown", "someone else's", EPERM, "root: create f", "chown f :100");
    row("chown", "what is not there", ENOENT, "", "chown none :100");
    row("lchown", "someone else's link", EPERM, "root: symlink f l", "lchown l :100");
    row("fchown", "one's own to someone else", EPERM, FILE + "; open h f r", "fchown h 2000:");
    row("fchown", "a closed handle", EBADF, FILE + "; open h f r; close h", "fchown h :100");
    row("utimensat", "now, without write permission", EACCES, "root: create f 644", "touch f");
    row("utimensat", "a time, not being the owner", EPERM, "root: create f 666", "utime f");
    row("utimensat", "what is not there", ENOENT, "", "touch none");
    row("truncate", "no write permission", EACCES, "root: create f 644", "truncate f 0");
    row("truncate", "a directory", EISDIR, "mkdir d", "truncate d 0");
    row("truncate", "a fifo", EINVAL, "mknod p fifo", "truncate p 0");
    row("truncate", "a negative size", EINVAL, FILE, "truncate f -1");
    row("truncate", "what is not there", ENOENT, "", "truncate none 0");
    row(
        "ftruncate",
        "a handle that does not write",
        EINVAL,
        FILE + "; open h f r",
        "ftruncate h 0");
    row("ftruncate", "a negative size", EINVAL, FILE + "; open h f w", "ftruncate h -1");
    row("ftruncate", "a closed handle", EBADF, FILE + "; open h f w; close h", "ftruncate h 0");
  }

  private void xattrs() {
    row("getxattr", "an attribute that is not there", ENODATA, FILE, "getxattr f user.a");
    row("getxattr", "no read permission", EACCES, "root: create f 600", "getxattr f user.a");
    row("getxattr", "an unknown namespace", EOPNOTSUPP, FILE, "getxattr f other.a");
    row("getxattr", "an empty name", ERANGE, FILE, "getxattr f ''");
    row("getxattr", "a name too long", ERANGE, FILE, "getxattr f user.{251}");
    row(
        "getxattr",
        "trusted, by Alice",
        ENODATA,
        FILE + "; root: setxattr f trusted.a v",
        "getxattr f trusted.a");
    row("getxattr", "user of a link", ENODATA, "symlink none l", "lgetxattr l user.a");
    row(
        "getxattr",
        "a list that is not there",
        ENODATA,
        FILE,
        "getxattr f system.posix_acl_access");
    row("getxattr", "what is not there", ENOENT, "", "getxattr none user.a");
    row("listxattr", "what is not there", ENOENT, "", "listxattr none");
    row(
        "setxattr",
        "CREATE of one that is there",
        EEXIST,
        FILE + "; setxattr f user.a v",
        "setxattr-create f user.a w");
    row(
        "setxattr",
        "REPLACE of one that is not there",
        ENODATA,
        FILE,
        "setxattr-replace f user.a w");
    row("setxattr", "an unknown namespace", EOPNOTSUPP, FILE, "setxattr f other.a v");
    row("setxattr", "no namespace", EOPNOTSUPP, FILE, "setxattr f a v");
    row("setxattr", "an empty name", ERANGE, FILE, "setxattr f '' v");
    row("setxattr", "a name too long", ERANGE, FILE, "setxattr f user.{251} v");
    row("setxattr", "a value too long", E2BIG, FILE, "setxattr f user.a {65537}");
    row("setxattr", "no write permission", EACCES, "root: create f 644", "setxattr f user.a v");
    row("setxattr", "user of a link", EPERM, "symlink none l", "lsetxattr l user.a v");
    row("setxattr", "user of a fifo", EPERM, "mknod p fifo", "setxattr p user.a v");
    row("setxattr", "trusted, by Alice", EPERM, FILE, "setxattr f trusted.a v");
    row("setxattr", "security, by Alice", EPERM, FILE, "setxattr f security.a v");
    row(
        "setxattr",
        "user of someone else's sticky directory",
        EPERM,
        "root: mkdir s 1777",
        "setxattr s user.a v");
    row(
        "setxattr",
        "someone else's list",
        EPERM,
        "root: create f 666",
        "setxattr f system.posix_acl_access ''");
    row("setxattr", "bytes that are no list", EINVAL, FILE, "setxattr f system.posix_acl_access v");
    row(
        "setxattr",
        "a list of a link",
        EOPNOTSUPP,
        "symlink none l",
        "lsetxattr l system.posix_acl_access ''");
    row("setxattr", "what is not there", ENOENT, "", "setxattr none user.a v");
    row("removexattr", "an attribute that is not there", ENODATA, FILE, "removexattr f user.a");
    row("removexattr", "an unknown namespace", EOPNOTSUPP, FILE, "removexattr f other.a");
    row("removexattr", "an empty name", ERANGE, FILE, "removexattr f ''");
    row(
        "removexattr",
        "no write permission",
        EACCES,
        "root: create f 644; root: setxattr f user.a v",
        "removexattr f user.a");
    row(
        "removexattr",
        "trusted, by Alice",
        EPERM,
        FILE + "; root: setxattr f trusted.a v",
        "removexattr f trusted.a");
    row("removexattr", "what is not there", ENOENT, "", "removexattr none user.a");
  }

  private void locks() {
    String held = FILE + "; open h f rw; open g f rw; ";
    row(
        "fcntl",
        "a range that someone else has",
        EAGAIN,
        held + "lock h 1 exclusive 0 10",
        "lock g 2 shared 9 1");
    row(
        "fcntl",
        "an exclusive lock over a shared one",
        EAGAIN,
        held + "lock h 1 shared 0 0",
        "lock g 2 exclusive 5 1");
    row(
        "fcntl",
        "an exclusive lock by a handle that reads",
        EBADF,
        FILE + "; open h f r",
        "lock h 1 exclusive 0 1");
    row(
        "fcntl",
        "a shared lock by a handle that writes",
        EBADF,
        FILE + "; open h f w",
        "lock h 1 shared 0 1");
    row("fcntl", "a closed handle", EBADF, FILE + "; open h f rw; close h", "lock h 1 shared 0 1");
    row("fcntl", "a negative start", EINVAL, FILE + "; open h f rw", "lock h 1 shared -1 1");
    row(
        "fcntl",
        "an end beyond what can be",
        EOVERFLOW,
        FILE + "; open h f rw",
        "lock h 1 shared 2 9223372036854775807");
    clusterRow(
        "fcntl",
        "two that wait for each other",
        EDEADLK,
        held + "lock h 1 exclusive 0 1; lock g 2 exclusive 1 1; & lockwait h 1 exclusive 1 1",
        "lockwait g 2 exclusive 0 1");
    row(
        "flock",
        "a file that someone else has",
        EAGAIN,
        held + "flock h exclusive",
        "flock g shared");
    row("flock", "a closed handle", EBADF, FILE + "; open h f r; close h", "flock h shared");
  }

  private void quotas() {
    String full = "mkdir q; create q/f; create q/g; create f; mkdir d; root: quota q 2 0";
    row("creat", "a quota is used up", EDQUOT, full, "create q/x");
    row("open", "a quota is used up", EDQUOT, full, "open h q/x rc");
    row("mkdir", "a quota is used up", EDQUOT, full, "mkdir q/x");
    row("mknod", "a quota is used up", EDQUOT, full, "mknod q/x fifo");
    row("symlink", "a quota is used up", EDQUOT, full, "symlink t q/x");
    row("link", "a quota is used up", EDQUOT, full, "link q/f q/x");
    clusterRow("rename", "a file to below another quota", EXDEV, full, "rename f q/x");
    clusterRow("rename", "a directory to below another quota", EXDEV, full, "rename d q/x");
    clusterRow(
        "renameat2",
        "EXCHANGE of directories below quotas",
        EXDEV,
        "mkdir q; mkdir q/d; mkdir d; root: quota q 9 0",
        "exchange d q/d");
    row(
        "mkdir",
        "the quota of a directory further up is used up",
        EDQUOT,
        "mkdir q; mkdir q/d; root: quota q 1 0",
        "mkdir q/d/x");
    row(
        "truncate",
        "a quota of bytes is used up",
        EDQUOT,
        "mkdir q; create q/f; root: quota q 0 10",
        "truncate q/f 11");
    row(
        "ftruncate",
        "a quota of bytes is used up",
        EDQUOT,
        "mkdir q; create q/f; open h q/f w; root: quota q 0 10",
        "ftruncate h 11");
    row("quotactl", "limits by Alice", EPERM, "mkdir q", "quota q 5 5");
    row("quotactl", "limits of a file", ENOTDIR, FILE, "root: quota f 5 5");
    row("quotactl", "a directory without limits", ENODATA, "mkdir q", "getquota q");
    row("quotactl", "what is not there", ENOENT, "", "root: quota none 5 5");
  }
}
