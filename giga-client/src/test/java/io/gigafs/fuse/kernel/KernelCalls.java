package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseFileSystem.FuseDirectory;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.OpenFlags;
import io.gigafs.fuse.binding.StatModes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends a file system the requests of a kernel, without a mount. Results are errno numbers;
 * returned attributes are kept until the next call. For one thread; {@link #as} makes an instance
 * for another.
 */
public final class KernelCalls {
  public static final int READ = OpenFlags.READ_ONLY;
  public static final int WRITE = OpenFlags.WRITE_ONLY;
  public static final int BOTH = OpenFlags.READ_WRITE;

  private static final int UMASK = 022;

  private static final FuseCaller KERNEL = new FuseCaller(0, 0, 1, pid -> new int[0]);

  private final FuseFileSystem files;
  private final FuseCaller caller;
  private final FuseAttributes walked = new FuseAttributes();

  /** The attributes that the last call returned. */
  public final FuseAttributes attributes = new FuseAttributes();

  /** The result of the last open. */
  public final FuseOpened opened = new FuseOpened();

  private KernelCalls(FuseFileSystem files, FuseCaller caller) {
    this.files = files;
    this.caller = caller;
  }

  /** The superuser's calls. */
  public static KernelCalls of(FuseFileSystem files) {
    return new KernelCalls(files, KERNEL);
  }

  /** Requests to the same file system by another user. */
  public KernelCalls as(int uid, int gid, int... groups) {
    return new KernelCalls(files, new FuseCaller(uid, gid, uid + 1, pid -> groups));
  }

  public FuseFileSystem files() {
    return files;
  }

  public FuseCaller caller() {
    return caller;
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** An operation on a name in a directory. */
  private interface OfName {
    int with(long directory, byte[] name);
  }

  /** An operation on a file. */
  private interface OfFile {
    int with(FuseFile file);
  }

  /** Resolves a path up to its last name, as the kernel does with its dentry cache. */
  private int ofName(String path, OfName then) {
    long at = files.root();
    String[] names = path.substring(1).split("/", -1);
    for (int i = 0; i < names.length - 1; i++) {
      int result = files.lookup(KERNEL, at, bytes(names[i]), walked.expecting(0));
      if (result < 0) {
        return result;
      }
      at = walked.inode();
    }
    return then.with(at, bytes(names[names.length - 1]));
  }

  private int ofFile(String path, OfFile then) {
    if (path.equals("/")) {
      return then.with(FuseFile.ofDirectory(files.root()));
    }
    return ofName(
        path,
        (directory, name) -> {
          int result = files.lookup(KERNEL, directory, name, walked.expecting(0));
          return result < 0
              ? result
              : then.with(
                  (walked.mode() & StatModes.TYPE) == StatModes.DIRECTORY
                      ? FuseFile.ofDirectory(walked.inode())
                      : FuseFile.named(walked.inode(), directory, name, FuseFileSystem.NO_HANDLE));
        });
  }

  /** The inode number of a path. */
  public long inode(String path) {
    int result = lookup(path);
    if (result < 0) {
      throw new AssertionError(path + ": " + result);
    }
    return attributes.inode();
  }

  /** An open file that has no name, as far as the kernel knows. */
  private static FuseFile opened(long handle) {
    return FuseFile.opened(0, handle);
  }

  public int lookup(String path) {
    return ofName(
        path, (directory, name) -> files.lookup(caller, directory, name, attributes.expecting(0)));
  }

  public int getattr(String path) {
    return ofFile(path, file -> files.getattr(caller, file, attributes.expecting(file.inode())));
  }

  /** fstat(2) of a file without a name. */
  public int getattr(long handle) {
    return files.getattr(caller, opened(handle), attributes);
  }

  public int access(String path, int mask) {
    return ofFile(path, file -> files.access(caller, file, mask));
  }

  /** access(2) of an open file that has no name. */
  public int access(long handle, int mask) {
    return files.access(caller, opened(handle), mask);
  }

  public int readlink(String path, ByteBuffer into) {
    return ofFile(path, file -> files.readlink(caller, file, into));
  }

  public int link(String existing, String path) {
    return ofFile(
        existing,
        file ->
            ofName(
                path,
                (directory, name) ->
                    files.link(caller, file, directory, name, attributes.expecting(file.inode()))));
  }

  public int symlink(String target, String path) {
    return ofName(
        path,
        (directory, name) ->
            files.symlink(caller, bytes(target), directory, name, attributes.expecting(0)));
  }

  public int mknod(String path, int mode, long device) {
    return ofName(
        path,
        (directory, name) ->
            files.mknod(caller, directory, name, mode, UMASK, device, attributes.expecting(0)));
  }

  public int create(String path, int mode, int flags) {
    opened.clear();
    return ofName(
        path,
        (directory, name) ->
            files.create(
                caller, directory, name, mode, UMASK, flags, opened, attributes.expecting(0)));
  }

  /** Creates a file, opens it for reading and writing, and returns its handle. */
  public long made(String path) {
    int result = create(path, 0666, BOTH | OpenFlags.CREATE);
    if (result != 0) {
      throw new AssertionError(path + ": " + result);
    }
    return opened.handle();
  }

  public int open(String path, int flags) {
    opened.clear();
    return ofFile(path, file -> files.open(caller, file, flags, opened));
  }

  /** Opens an existing file and returns its handle. */
  public long openedFor(String path, int flags) {
    int result = open(path, flags);
    if (result != 0) {
      throw new AssertionError(path + ": " + result);
    }
    return opened.handle();
  }

  /** Reopens a file that has no name. */
  public int reopen(long handle, int flags) {
    opened.clear();
    return files.open(caller, opened(handle), flags, opened);
  }

  /** Whether the kernel may keep its cached pages of the file that was opened last. */
  public boolean keepsPages() {
    return (opened.flags() & 2) != 0;
  }

  /** Whether writes by the handle that was opened last bypass the page cache. */
  public boolean writesDirectly() {
    return opened.isWrittenDirectly();
  }

  public int write(long handle, long offset, String text) {
    return files.write(handle, offset, ByteBuffer.wrap(bytes(text)), WRITE);
  }

  public int append(long handle, String text) {
    return files.write(handle, 0, ByteBuffer.wrap(bytes(text)), WRITE | OpenFlags.APPEND);
  }

  /** The text that a read returns, or its errno. */
  public String read(long handle, long offset, int length) {
    ByteBuffer into = ByteBuffer.allocate(length);
    int read = files.read(handle, offset, into, READ);
    return read < 0 ? "errno " + -read : new String(into.array(), 0, read, StandardCharsets.UTF_8);
  }

  /** close(2) of the last descriptor of a handle, by a process. */
  public int close(long handle, long lockOwner) {
    int flushed = files.flush(caller, handle, lockOwner);
    files.release(handle);
    return flushed;
  }

  public int close(long handle) {
    return close(handle, 1);
  }

  /** Sets the size by path. */
  public int truncate(String path, long size) {
    FuseChange change = new FuseChange();
    change.set(FuseChange.SIZE, 0, 0, 0, size, 0, 0);
    return setattr(path, change);
  }

  /** Sets the size by a handle; the file may have no name. */
  public int truncate(long handle, long size) {
    FuseChange change = new FuseChange();
    change.set(FuseChange.SIZE, 0, 0, 0, size, 0, 0);
    return files.setattr(caller, opened(handle), true, change, attributes);
  }

  public int chmod(String path, int mode) {
    FuseChange change = new FuseChange();
    change.setMode(mode);
    return setattr(path, change);
  }

  /**
   * fchmod(2) of a file that has no name, by the caller, even if another user opened the handle.
   */
  public int chmod(long handle, int mode) {
    FuseChange change = new FuseChange();
    change.setMode(mode);
    return files.setattr(caller, opened(handle), false, change, attributes);
  }

  public int setattr(String path, FuseChange change) {
    return ofFile(
        path,
        file -> files.setattr(caller, file, false, change, attributes.expecting(file.inode())));
  }

  public int mkdir(String path, int mode) {
    return ofName(
        path,
        (directory, name) ->
            files.mkdir(caller, directory, name, mode, UMASK, attributes.expecting(0)));
  }

  public int unlink(String path) {
    return ofName(path, (directory, name) -> files.unlink(caller, directory, name));
  }

  public int rmdir(String path) {
    return ofName(path, (directory, name) -> files.rmdir(caller, directory, name, 0));
  }

  public int rename(String from, String to, int flags) {
    return ofName(
        from,
        (directory, name) ->
            ofName(
                to,
                (newDirectory, newName) ->
                    files.rename(caller, directory, name, newDirectory, newName, flags)));
  }

  /** All names of a directory, read in calls of at most {@code atATime} entries. */
  public List<String> list(String path, int atATime, boolean attributesToo) {
    opened.clear();
    int result = ofFile(path, file -> files.opendir(caller, file.inode(), opened));
    if (result != 0) {
      return List.of("errno " + -result);
    }
    long handle = opened.handle();
    List<String> names = new ArrayList<>();
    long offset = 0;
    while (true) {
      Page page = readdir(handle, offset, atATime, attributesToo);
      if (page.names().isEmpty()) {
        files.releasedir(handle);
        return names;
      }
      names.addAll(page.names());
      offset = page.offsets().get(page.offsets().size() - 1);
    }
  }

  /** The result of one readdir: names, and for each the offset at which to continue. */
  public record Page(List<String> names, List<Long> offsets, int withAttributes) {}

  public long opendir(String path) {
    opened.clear();
    int result = ofFile(path, file -> files.opendir(caller, file.inode(), opened));
    if (result != 0) {
      throw new AssertionError(path + ": " + result);
    }
    return opened.handle();
  }

  public Page readdir(long handle, long offset, int most, boolean attributesToo) {
    List<String> names = new ArrayList<>();
    List<Long> offsets = new ArrayList<>();
    int[] known = new int[1];
    int result =
        files.readdir(
            caller,
            handle,
            offset,
            new FuseDirectory() {
              @Override
              public boolean wantsAttributes() {
                return attributesToo;
              }

              @Override
              public boolean add(byte[] name, long inode, int type, long next) {
                if (names.size() == most) {
                  return false;
                }
                names.add(new String(name, StandardCharsets.UTF_8));
                offsets.add(next);
                return true;
              }

              @Override
              public boolean add(byte[] name, FuseAttributes attributes, long next) {
                boolean added = add(name, attributes.inode(), attributes.mode() >>> 12, next);
                known[0] += added ? 1 : 0;
                return added;
              }
            });
    if (result != 0) {
      throw new AssertionError("readdir: " + result);
    }
    return new Page(names, offsets, known[0]);
  }

  /** F_SETLK, or F_SETLKW. */
  public int lock(
      long handle, long owner, FuseLock.Type type, long start, long length, boolean waits)
      throws InterruptedException {
    FuseLock lock = new FuseLock();
    lock.set(type, start, length, 0);
    return files.lock(caller, handle, owner, lock, waits);
  }

  public int setxattr(String path, String name, byte[] value) {
    return ofFile(path, file -> files.setxattr(caller, file, bytes(name), value, 0));
  }

  /** fsetxattr(2) of a file that has no name. */
  public int setxattr(long handle, String name, byte[] value) {
    return files.setxattr(caller, opened(handle), bytes(name), value, 0);
  }

  public int listxattr(String path, ByteBuffer into) {
    return ofFile(path, file -> files.listxattr(caller, file, into));
  }

  /** flistxattr(2) of a file that has no name. */
  public int listxattr(long handle, ByteBuffer into) {
    return files.listxattr(caller, opened(handle), into);
  }

  public int removexattr(String path, String name) {
    return ofFile(path, file -> files.removexattr(caller, file, bytes(name)));
  }

  /** fremovexattr(2) of a file that has no name. */
  public int removexattr(long handle, String name) {
    return files.removexattr(caller, opened(handle), bytes(name));
  }

  /** The value, or null on any error. */
  public byte @Nullable [] getxattr(String path, String name) {
    ByteBuffer into = ByteBuffer.allocate(1 << 16);
    int length = ofFile(path, file -> files.getxattr(caller, file, bytes(name), into));
    return length < 0 ? null : java.util.Arrays.copyOf(into.array(), length);
  }

  /** The value of an attribute of a file that has no name, or null on any error. */
  public byte @Nullable [] getxattr(long handle, String name) {
    ByteBuffer into = ByteBuffer.allocate(1 << 16);
    int length = files.getxattr(caller, opened(handle), bytes(name), into);
    return length < 0 ? null : java.util.Arrays.copyOf(into.array(), length);
  }
}
