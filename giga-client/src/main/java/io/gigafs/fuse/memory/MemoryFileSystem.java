package io.gigafs.fuse.memory;

import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseFileSystem.FuseDirectory;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.FuseSpace;
import io.gigafs.fuse.binding.OpenFlags;
import io.gigafs.fuse.binding.StatModes;
import io.gigafs.fuse.memory.MemoryInode.Entry;
import io.gigafs.fuse.memory.MemoryInode.Name;
import io.gigafs.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory file system that permits everything to everybody. It serves to test mount code, and
 * as the upper bound of a mount's speed in benchmarks.
 */
public class MemoryFileSystem implements FuseFileSystem {
  private static final int RENAME_NOREPLACE = 1;
  private static final int RENAME_EXCHANGE = 2;
  private static final int XATTR_CREATE = 1;
  private static final int XATTR_REPLACE = 2;
  private static final int KEEP_SIZE = 1;
  private static final int PUNCH_HOLE = 2;
  private static final long ROOT_NUMBER = 2;
  private static final long SPACE_BYTES = 1L << 40;
  private static final byte[] NOTHING = {};

  private final Map<Long, MemoryInode> handles = new ConcurrentHashMap<>();
  private final AtomicLong lastHandle = new AtomicLong();
  private final AtomicLong lastNumber = new AtomicLong(ROOT_NUMBER);
  private final MemoryLocks locks = new MemoryLocks();

  /** All inodes that have a name. */
  private final Map<Long, MemoryInode> inodes = new ConcurrentHashMap<>();

  public MemoryFileSystem() {
    MemoryInode root =
        new MemoryInode(ROOT_NUMBER, StatModes.DIRECTORY | 0755, 0, 0, 0, NOTHING, now());
    root.parent = ROOT_NUMBER;
    inodes.put(ROOT_NUMBER, root);
  }

  private static long now() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  private static int error(ErrorCode code) {
    return -code.number();
  }

  /** How many handles are open. */
  public int openHandles() {
    return handles.size();
  }

  private @Nullable MemoryInode find(long directory, byte[] name) {
    MemoryInode parent = inodes.get(directory);
    Entry entry = parent == null ? null : parent.entries.get(Name.of(name));
    return entry == null ? null : entry.inode();
  }

  private @Nullable MemoryInode of(FuseFile file) {
    return file.isOpen() ? handles.get(file.handle()) : inodes.get(file.inode());
  }

  @Override
  public long root() {
    return ROOT_NUMBER;
  }

  @Override
  public int lookup(FuseCaller caller, long directory, byte[] name, FuseAttributes out) {
    return fill(find(directory, name), out);
  }

  private static int fill(@Nullable MemoryInode inode, FuseAttributes out) {
    if (inode == null) {
      return error(ErrorCode.ENOENT);
    }
    inode.fill(out);
    return 0;
  }

  @Override
  public long parent(FuseCaller caller, long directory) {
    MemoryInode inode = inodes.get(directory);
    return inode == null ? error(ErrorCode.ENOENT) : inode.parent;
  }

  @Override
  public int getattr(FuseCaller caller, FuseFile file, FuseAttributes out) {
    return fill(of(file), out);
  }

  @Override
  public int setattr(
      FuseCaller caller, FuseFile file, boolean byHandle, FuseChange change, FuseAttributes out) {
    MemoryInode inode = of(file);
    if (inode == null) {
      return error(ErrorCode.ENOENT);
    }
    if (change.hasFlags()) {
      return error(ErrorCode.EOPNOTSUPP);
    }
    synchronized (inode) {
      long now = now();
      if (change.hasMode()) {
        inode.mode = (inode.mode & StatModes.TYPE) | change.mode();
      }
      inode.uid = change.hasUid() ? change.uid() : inode.uid;
      inode.gid = change.hasGid() ? change.gid() : inode.gid;
      if (change.hasSize()) {
        inode.truncate(change.size(), now);
      }
      inode.accessed = time(change.accessed(), change.accessedNanos(), inode.accessed, now);
      inode.modified = time(change.modified(), change.modifiedNanos(), inode.modified, now);
      inode.changed = now;
    }
    inode.fill(out);
    return 0;
  }

  private static long time(FuseChange.Time change, long given, long before, long now) {
    return switch (change) {
      case OMIT -> before;
      case NOW -> now;
      case GIVEN -> given;
    };
  }

  @Override
  public int access(FuseCaller caller, FuseFile file, int mask) {
    return of(file) == null ? error(ErrorCode.ENOENT) : 0;
  }

  @Override
  public int readlink(FuseCaller caller, FuseFile file, ByteBuffer into) {
    MemoryInode inode = of(file);
    if (inode == null) {
      return error(ErrorCode.ENOENT);
    }
    into.put(inode.target);
    return 0;
  }

  @Override
  public int mknod(
      FuseCaller caller,
      long directory,
      byte[] name,
      int mode,
      int umask,
      long device,
      FuseAttributes out) {
    return make(caller, directory, name, mode & ~umask, device, NOTHING, out);
  }

  @Override
  public int mkdir(
      FuseCaller caller, long directory, byte[] name, int mode, int umask, FuseAttributes out) {
    return make(caller, directory, name, StatModes.DIRECTORY | (mode & ~umask), 0, NOTHING, out);
  }

  @Override
  public int symlink(
      FuseCaller caller, byte[] target, long directory, byte[] name, FuseAttributes out) {
    return make(caller, directory, name, 0120777, 0, target, out);
  }

  private int make(
      FuseCaller caller,
      long directory,
      byte[] name,
      int mode,
      long device,
      byte[] target,
      @Nullable FuseAttributes out) {
    MemoryInode parent = inodes.get(directory);
    if (parent == null) {
      return error(ErrorCode.ENOENT);
    }
    if (name.length > 255) {
      return error(ErrorCode.ENAMETOOLONG);
    }
    MemoryInode made =
        new MemoryInode(
            lastNumber.incrementAndGet(), mode, caller.uid(), caller.gid(), device, target, now());
    made.links = made.isDirectory() ? 2 : 1;
    made.parent = directory;
    if (!parent.putIfAbsent(Name.of(name), name, made)) {
      return error(ErrorCode.EEXIST);
    }
    inodes.put(made.number, made);
    changed(parent, made.isDirectory() ? 1 : 0);
    if (out != null) {
      made.fill(out);
    }
    return 0;
  }

  private static void changed(MemoryInode directory, int links) {
    synchronized (directory) {
      directory.links += links;
      directory.modified = now();
      directory.changed = directory.modified;
    }
  }

  private void unlinked(MemoryInode inode) {
    synchronized (inode) {
      inode.links -= inode.isDirectory() ? 2 : 1;
      inode.changed = now();
      if (inode.links <= 0) {
        inodes.remove(inode.number);
      }
    }
  }

  @Override
  public int unlink(FuseCaller caller, long directory, byte[] name) {
    MemoryInode parent = inodes.get(directory);
    Entry entry = parent == null ? null : parent.entries.get(Name.of(name));
    if (parent == null || entry == null || !parent.remove(entry)) {
      return error(ErrorCode.ENOENT);
    }
    unlinked(entry.inode());
    changed(parent, 0);
    return 0;
  }

  @Override
  public int rmdir(FuseCaller caller, long directory, byte[] name, long expected) {
    MemoryInode parent = inodes.get(directory);
    Entry entry = parent == null ? null : parent.entries.get(Name.of(name));
    if (parent == null || entry == null) {
      return error(ErrorCode.ENOENT);
    }
    if (!entry.inode().entries.isEmpty()) {
      return error(ErrorCode.ENOTEMPTY);
    }
    parent.remove(entry);
    unlinked(entry.inode());
    changed(parent, -1);
    return 0;
  }

  @Override
  public synchronized int rename(
      FuseCaller caller, long directory, byte[] name, long newDirectory, byte[] to, int flags) {
    MemoryInode source = inodes.get(directory);
    MemoryInode target = inodes.get(newDirectory);
    Name newName = Name.of(to);
    Entry moved = source == null ? null : source.entries.get(Name.of(name));
    if (source == null || target == null || moved == null) {
      return error(ErrorCode.ENOENT);
    }
    Entry replaced = target.entries.get(newName);
    if ((flags & RENAME_EXCHANGE) != 0) {
      if (replaced == null) {
        return error(ErrorCode.ENOENT);
      }
      replaced.inode().parent = directory;
      moved.inode().parent = newDirectory;
      source.put(moved.name(), moved.bytes(), replaced.inode());
      target.put(newName, replaced.bytes(), moved.inode());
      return 0;
    }
    if (replaced != null) {
      if ((flags & RENAME_NOREPLACE) != 0) {
        return error(ErrorCode.EEXIST);
      }
      if (replaced.inode() == moved.inode()) {
        return 0;
      }
      if (!replaced.inode().entries.isEmpty()) {
        return error(ErrorCode.ENOTEMPTY);
      }
      unlinked(replaced.inode());
      changed(target, replaced.inode().isDirectory() ? -1 : 0);
    }
    source.remove(moved);
    moved.inode().parent = newDirectory;
    target.put(newName, to, moved.inode());
    int links = moved.inode().isDirectory() ? 1 : 0;
    changed(source, -links);
    changed(target, links);
    return 0;
  }

  @Override
  public int link(
      FuseCaller caller, FuseFile file, long directory, byte[] name, FuseAttributes out) {
    MemoryInode inode = of(file);
    MemoryInode parent = inodes.get(directory);
    if (inode == null || parent == null) {
      return error(ErrorCode.ENOENT);
    }
    if (!parent.putIfAbsent(Name.of(name), name, inode)) {
      return error(ErrorCode.EEXIST);
    }
    synchronized (inode) {
      inode.links++;
      inode.changed = now();
    }
    changed(parent, 0);
    inode.fill(out);
    return 0;
  }

  private void opened(MemoryInode inode, FuseOpened opened) {
    long handle = lastHandle.incrementAndGet();
    handles.put(handle, inode);
    opened.set(handle, inode.number);
  }

  @Override
  public int open(FuseCaller caller, FuseFile file, int flags, FuseOpened opened) {
    MemoryInode inode = of(file);
    return inode == null ? error(ErrorCode.ENOENT) : open(inode, flags, opened);
  }

  private int open(MemoryInode inode, int flags, FuseOpened opened) {
    if ((flags & OpenFlags.TRUNCATE) != 0) {
      inode.truncate(0, now());
    }
    opened(inode, opened);
    return 0;
  }

  @Override
  public int create(
      FuseCaller caller,
      long directory,
      byte[] name,
      int mode,
      int umask,
      int flags,
      FuseOpened opened,
      FuseAttributes out) {
    int made = make(caller, directory, name, StatModes.REGULAR | (mode & ~umask), 0, NOTHING, null);
    boolean exclusive = (flags & OpenFlags.EXCLUSIVE) != 0;
    if (made < 0 && (made != error(ErrorCode.EEXIST) || exclusive)) {
      return made;
    }
    MemoryInode inode = find(directory, name);
    if (inode == null) {
      return error(ErrorCode.ENOENT);
    }
    open(inode, flags, opened);
    return fill(inode, out);
  }

  private MemoryInode open(long handle) {
    MemoryInode inode = handles.get(handle);
    if (inode == null) {
      throw new IllegalStateException("handle " + handle + " is not open");
    }
    return inode;
  }

  @Override
  public int read(long handle, long offset, ByteBuffer into, int flags) {
    return open(handle).read(offset, into);
  }

  @Override
  public int write(long handle, long offset, ByteBuffer from, int flags) {
    MemoryInode inode = open(handle);
    return (flags & OpenFlags.APPEND) != 0
        ? inode.append(from, now())
        : inode.write(offset, from, now());
  }

  @Override
  public int flush(FuseCaller caller, long handle, long lockOwner) {
    locks.unlockAll(open(handle).number, lockOwner);
    return 0;
  }

  @Override
  public int release(long handle) {
    MemoryInode inode = handles.remove(handle);
    if (inode != null) {
      locks.release(inode.number, handle);
    }
    return 0;
  }

  @Override
  public int fsync(FuseCaller caller, long handle, boolean dataOnly) {
    open(handle);
    return 0;
  }

  @Override
  public int opendir(FuseCaller caller, long directory, FuseOpened opened) {
    return open(caller, FuseFile.ofDirectory(directory), 0, opened);
  }

  @Override
  public int readdir(FuseCaller caller, long handle, long offset, FuseDirectory out) {
    FuseAttributes attributes = out.wantsAttributes() ? new FuseAttributes() : null;
    for (Entry entry : open(handle).places.tailMap(offset, false).values()) {
      MemoryInode inode = entry.inode();
      boolean room;
      if (attributes == null) {
        int type = inode.mode >> StatModes.TYPE_SHIFT;
        room = out.add(entry.bytes(), inode.number, type, entry.place());
      } else {
        inode.fill(attributes);
        room = out.add(entry.bytes(), attributes, entry.place());
      }
      if (!room) {
        break;
      }
    }
    return 0;
  }

  @Override
  public int releasedir(long handle) {
    return release(handle);
  }

  @Override
  public int fsyncdir(FuseCaller caller, long handle, boolean dataOnly) {
    open(handle);
    return 0;
  }

  @Override
  public int statfs(FuseCaller caller, FuseSpace out) {
    long files = lastNumber.get();
    out.set(SPACE_BYTES, SPACE_BYTES / 2, SPACE_BYTES / 4, 2 * files, files);
    return 0;
  }

  @Override
  public int setxattr(FuseCaller caller, FuseFile file, byte[] name, byte[] value, int flags) {
    MemoryInode inode = of(file);
    if (inode == null) {
      return error(ErrorCode.ENOENT);
    }
    boolean there = inode.xattrs.containsKey(Name.of(name));
    if (there && (flags & XATTR_CREATE) != 0) {
      return error(ErrorCode.EEXIST);
    }
    if (!there && (flags & XATTR_REPLACE) != 0) {
      return error(ErrorCode.ENODATA);
    }
    inode.xattrs.put(Name.of(name), value);
    return 0;
  }

  @Override
  public int getxattr(FuseCaller caller, FuseFile file, byte[] name, ByteBuffer into) {
    MemoryInode inode = of(file);
    byte[] value = inode == null ? null : inode.xattrs.get(Name.of(name));
    if (value == null) {
      return error(inode == null ? ErrorCode.ENOENT : ErrorCode.ENODATA);
    }
    into.put(value);
    return 0;
  }

  @Override
  public int listxattr(FuseCaller caller, FuseFile file, ByteBuffer into) {
    MemoryInode inode = of(file);
    if (inode == null) {
      return error(ErrorCode.ENOENT);
    }
    inode.xattrs.keySet().forEach(name -> into.put(name.toBytes()).put((byte) 0));
    return 0;
  }

  @Override
  public int removexattr(FuseCaller caller, FuseFile file, byte[] name) {
    MemoryInode inode = of(file);
    if (inode == null) {
      return error(ErrorCode.ENOENT);
    }
    return inode.xattrs.remove(Name.of(name)) == null ? error(ErrorCode.ENODATA) : 0;
  }

  @Override
  public int findLock(FuseCaller caller, long handle, long owner, FuseLock lock) {
    locks.find(open(handle).number, owner, lock);
    return 0;
  }

  @Override
  public int lock(FuseCaller caller, long handle, long owner, FuseLock lock, boolean waits)
      throws InterruptedException {
    return locks.lock(open(handle).number, handle, owner, lock, waits);
  }

  @Override
  public int flock(FuseCaller caller, long handle, FuseLock.Type type, boolean waits)
      throws InterruptedException {
    return locks.flock(open(handle).number, handle, type, waits);
  }

  @Override
  public int fallocate(FuseCaller caller, long handle, int mode, long offset, long length) {
    MemoryInode inode = open(handle);
    if ((mode & ~(KEEP_SIZE | PUNCH_HOLE)) != 0) {
      return error(ErrorCode.EOPNOTSUPP);
    }
    synchronized (inode) {
      if ((mode & PUNCH_HOLE) != 0) {
        inode.punch(offset, length);
      } else if ((mode & KEEP_SIZE) == 0 && offset + length > inode.size) {
        inode.truncate(offset + length, now());
      }
    }
    return 0;
  }
}
