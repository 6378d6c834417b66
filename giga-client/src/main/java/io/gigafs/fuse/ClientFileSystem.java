package io.gigafs.fuse;

import io.gigafs.access.Access;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClusterSpace;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.Follow;
import io.gigafs.client.OpenDirectory;
import io.gigafs.client.OpenFile;
import io.gigafs.client.Target;
import io.gigafs.client.Target.EntryTarget;
import io.gigafs.client.Xattrs;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseFileSystem.FuseDirectory;
import io.gigafs.fuse.binding.FuseFileSystem.FuseNotifier;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.FuseSpace;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.protocol.namespace.RenameMode;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves a cluster to the kernel: each system call is one operation of the client, on behalf of the
 * calling process. Safe for use by several threads.
 *
 * <p>An open file is addressed by its handle, whatever happened to its names; a directory by its
 * inode id; everything else by a name that must still lead to the expected inode. Returned
 * attributes include everything that this mount wrote, since the kernel trusts the size.
 */
final class ClientFileSystem implements FuseFileSystem {
  private static final int TYPE_SHIFT = 12;
  private static final int SEEK_HOLE = 4;

  private final Callers callers;
  private final MountOptions options;
  private final ShownAttributes shown;
  private final ErrnoMapper failures;
  private final Changes changes = new Changes();
  private final OpenInodes inodes;
  private final VolumeLinks links;
  private final MountedFiles files;
  private final FileLocks locks;
  private final Umasks umasks;
  private final DirectoryAttributeCache directoryAttributes;
  private final Handles<DirectoryStream> directories = new Handles<>();
  private final LongSupplier nanos;

  /** Null until the file system is mounted. */
  private volatile @Nullable FuseNotifier kernel;

  ClientFileSystem(
      AsyncGigaClient client,
      MountOptions options,
      LongSupplier nanos,
      InstantSource wallClock,
      ErrnoMapper failures) {
    this.callers = new Callers(client);
    this.options = options;
    this.nanos = nanos;
    this.failures = failures;
    this.shown = new ShownAttributes(options);
    this.inodes = new OpenInodes();
    this.links = new VolumeLinks(options.volumeLinks(), callers, inodes);
    this.files = new MountedFiles(callers, shown, failures, inodes, options.accessTimes());
    this.locks = new FileLocks(files);
    this.umasks = new Umasks(callers, nanos);
    this.directoryAttributes =
        new DirectoryAttributeCache(callers, failures, nanos, wallClock, options.kernelChecks());
  }

  MountedFiles files() {
    return files;
  }

  /** Runs a change, or fails with EROFS on a read-only mount. */
  private int change(ErrnoMapper.Work work) {
    if (options.readOnly()) {
      return -ErrorCode.EROFS.number();
    }
    changes.begin();
    try {
      return failures.result(work);
    } finally {
      changes.end();
    }
  }

  /** Runs a change that returns the file's attributes. */
  private int change(FuseAttributes out, Making making) {
    return change(
        () -> {
          shown.show(ErrnoMapper.await(making.make()), out);
          return 0;
        });
  }

  /** Runs a change that creates a name in a directory and returns the file's attributes. */
  private int make(long directory, FuseAttributes out, ErrnoMapper.Work work) {
    return directoryAttributes.make(directory, out, () -> change(work));
  }

  private int make(long directory, FuseAttributes out, Making making) {
    return directoryAttributes.make(directory, out, () -> change(out, making));
  }

  @FunctionalInterface
  private interface Making {
    CompletableFuture<FileAttributes> make() throws GigaException;
  }

  /** Fills in the attributes of the file at a path, as a symbolic link if it is shown as one. */
  private void show(Target at, FileAttributes file, FuseAttributes out) throws GigaException {
    byte[] target = links.of(at, file, out.expected());
    if (target == null) {
      shown.show(file, out);
    } else {
      shown.showLink(file, target.length, out);
    }
  }

  @Override
  public boolean keepsLinks() {
    return !links.areShown();
  }

  @Override
  public boolean isCheckedByKernel() {
    return options.kernelChecks();
  }

  @Override
  public void serving() {
    AsyncGigaClient client = callers.anyone();
    client.beginCall(directoryAttributes.timeOfRequest(client.timeout()));
  }

  @Override
  public void served() {
    callers.anyone().endCall();
  }

  @Override
  public void mounted(FuseNotifier notifier) {
    kernel = notifier;
  }

  @Override
  public int peek(long handle, long offset) {
    try {
      ByteBuffer one = ByteBuffer.allocate(1);
      int read = ErrnoMapper.await(files.get(handle).file().peek(offset, one));
      return read == 1 ? Byte.toUnsignedInt(one.get(0)) : -1;
    } catch (GigaException e) {
      failures.errno(e);
      return -1;
    }
  }

  @Override
  public boolean isMappable(long handle) {
    try {
      return files.get(handle).inode().isMappable();
    } catch (GigaException e) {
      return false; // it was closed meanwhile
    }
  }

  @Override
  public boolean mayHaveStored(long handle, long owner, boolean isFlock) {
    try {
      return locks.mayHaveStored(handle, owner, isFlock);
    } catch (GigaException e) {
      return false; // the request itself will report the missing handle
    }
  }

  @Override
  public void forget(long handle) {
    try {
      MountedFile file = files.get(handle);
      long foreignChange = file.file().foreignChange();
      FuseNotifier notifier = kernel;
      if (notifier != null) {
        notifier.invalidateFile(file.inode().inode().value());
      }
      file.inode().droppedPages(foreignChange);
    } catch (GigaException e) {
      // The handle is closed, which released its lock.
      failures.errno(e);
    }
  }

  @Override
  public void unmounted() {
    files.closeAll();
  }

  @Override
  public long root() {
    return InodeId.ROOT.value();
  }

  private static EntryTarget entry(long directory, byte[] name) throws GigaException {
    if (name.length > Name.MAX_BYTES) {
      throw ErrorCode.ENAMETOOLONG.exception("a name of " + name.length + " bytes");
    }
    return new EntryTarget(new InodeId(directory), Name.of(name));
  }

  /** What names a file that cannot be addressed by its handle. */
  private Target at(FuseFile file) throws GigaException {
    if (file.isDirectory()) {
      return DirectoryTarget.of(new InodeId(file.inode()));
    }
    if (!file.isNamed()) {
      throw ErrorCode.ENOENT.exception("the file no longer has a name");
    }
    return entry(file.parent(), file.name()).expecting(links.inodeOf(file.inode()));
  }

  private static boolean isByHandleAlone(FuseFile file) {
    return !file.isDirectory() && !file.isNamed();
  }

  @Override
  public int lookup(FuseCaller caller, long directory, byte[] name, FuseAttributes out) {
    return failures.result(
        () -> {
          EntryTarget at = entry(directory, name);
          FileAttributes found = notOld(ErrnoMapper.await(callers.as(caller).lookUp(at)));
          boolean isChecked = found.isDirectory() && isCheckedByKernel();
          long kept = out.keptNanos();
          show(at, isChecked && kept > 0 ? directoryAttributes.lookUp(found, kept) : found, out);
          if (found.isDirectory() && !isChecked) {
            out.passing();
          }
          return 0;
        });
  }

  /**
   * Attributes found by name, or queried again if an opening on this mount found a later state:
   * programs that opened the file rely on what the kernel has seen since.
   */
  private FileAttributes notOld(FileAttributes found) throws GigaException {
    MountedFile open = inodes.isOld(found) ? files.of(found.inode()) : null;
    return open == null ? found : ErrnoMapper.await(open.file().stat());
  }

  @Override
  public long parent(FuseCaller caller, long directory) {
    try {
      return ErrnoMapper.await(callers.superuser().parentOf(new InodeId(directory))).value();
    } catch (GigaException e) {
      return failures.errno(e);
    }
  }

  @Override
  public int getattr(FuseCaller caller, FuseFile file, FuseAttributes out) {
    return failures.result(
        () -> {
          FileAttributes attributes = attributes(caller, file, out.keptNanos());
          if (isByHandleAlone(file)) {
            shown.show(attributes, out);
          } else {
            show(at(file), attributes, out);
          }
          return 0;
        });
  }

  @Override
  public int getRecentAttributes(FuseCaller caller, FuseFile file, FuseAttributes out) {
    if (file.isDirectory() || file.isOpen()) {
      return getattr(caller, file, out);
    }
    return failures.result(
        () -> {
          Target at = at(file);
          show(at, notOld(ErrnoMapper.await(callers.as(caller).lookUp(at))), out);
          return 0;
        });
  }

  private FileAttributes attributes(FuseCaller caller, FuseFile file) throws GigaException {
    return attributes(caller, file, 0);
  }

  /**
   * The attributes of a file.
   *
   * @param keptNanos how long the kernel caches the attributes it receives
   */
  private FileAttributes attributes(FuseCaller caller, FuseFile file, long keptNanos)
      throws GigaException {
    if (file.isOpen()) {
      try {
        return ErrnoMapper.await(files.get(file.handle()).file().stat());
      } catch (GigaException e) {
        if (!file.isNamed()) {
          throw e;
        }
        // A handle whose session has ended says nothing about the file that has the name.
      }
    }
    if (file.isDirectory() && isCheckedByKernel()) {
      return directoryAttributes.stat(callers.as(caller), new InodeId(file.inode()), keptNanos);
    }
    return notOld(ErrnoMapper.await(callers.as(caller).stat(at(file), Follow.NO)));
  }

  @Override
  public int setattr(
      FuseCaller caller, FuseFile file, boolean byHandle, FuseChange change, FuseAttributes out) {
    if (change.isEmpty() && isWrittenByOther(caller, file)) {
      return getattr(caller, file, out);
    }
    if (change.hasFlags()) {
      int written = failures.result(() -> files.flush(links.inodeOf(file.inode())));
      if (written < 0) {
        return written;
      }
    }
    int result = change(caller, file, byHandle, change, out);
    if (file.isDirectory()) {
      directoryAttributes.forget(file.inode());
    }
    return result;
  }

  private int change(
      FuseCaller caller, FuseFile file, boolean byHandle, FuseChange change, FuseAttributes out) {
    long handle = file.handle();
    if (byHandle) {
      return change(out, () -> files.get(handle).file().setAttributes(of(change)));
    }
    if (isByHandleAlone(file)) {
      return change(
          out,
          () ->
              change.hasSize()
                  ? files.resize(caller, handle, of(change))
                  : files.get(handle).file().setAttributes(Callers.identity(caller), of(change)));
    }
    return change(
        () -> {
          Target at = at(file);
          show(
              at,
              ErrnoMapper.await(callers.as(caller).setAttributes(at, of(change), Follow.NO)),
              out);
          return 0;
        });
  }

  /**
   * Whether an empty change was caused by a write of a caller who does not own the file, and not by
   * chown(2), with which others may not clear set-id bits. The write itself clears them.
   */
  private boolean isWrittenByOther(FuseCaller caller, FuseFile file) {
    try {
      return files.isWritten(links.inodeOf(file.inode()))
          && attributes(caller, file).uid() != caller.uid();
    } catch (GigaException e) {
      return false; // the change itself will report the failure
    }
  }

  private static AttributeChange of(FuseChange change) {
    if (change.isEmpty()) {
      return AttributeChange.ofOwner(AttributeChange.SAME_OWNER, AttributeChange.SAME_OWNER);
    }
    return new AttributeChange(
        change.hasMode() ? Integer.valueOf(change.mode()) : null,
        change.hasUid() ? Integer.valueOf(change.uid()) : null,
        change.hasGid() ? Integer.valueOf(change.gid()) : null,
        change.hasSize() ? Long.valueOf(change.size()) : null,
        time(change.accessed(), change.accessedNanos()),
        time(change.modified(), change.modifiedNanos()),
        null,
        change.hasFlags() ? Integer.valueOf(change.flags()) : null,
        null);
  }

  private static @Nullable TimeChange time(FuseChange.Time time, long nanos) {
    return switch (time) {
      case OMIT -> null;
      case NOW -> TimeChange.NOW;
      case GIVEN -> TimeChange.to(nanos);
    };
  }

  @Override
  public int access(FuseCaller caller, FuseFile file, int mask) {
    return failures.result(
        () -> {
          if (isByHandleAlone(file)) {
            checkOpen(caller, file, mask);
          } else {
            if ((mask & Access.WRITE) != 0 && options.readOnly()) {
              refuseWrites(attributes(caller, file));
            }
            ErrnoMapper.await(callers.as(caller).access(at(file), mask, Follow.NO));
          }
          return 0;
        });
  }

  /**
   * Refuses writes to what the servers store. Writes to a FIFO, a socket or a device do not reach
   * this file system.
   */
  private static void refuseWrites(FileAttributes file) throws GigaException {
    switch (file.type()) {
      case REGULAR, DIRECTORY, SYMLINK -> throw ErrorCode.EROFS.exception("the mount");
      default -> {}
    }
  }

  /** Checks access to a file without a name, by its permission bits alone. */
  private void checkOpen(FuseCaller caller, FuseFile file, int mask) throws GigaException {
    FileAttributes open = attributes(caller, file);
    if (!Access.allowsFile(
        open.mode(), open.uid(), open.gid(), null, Callers.identity(caller), mask)) {
      throw ErrorCode.EACCES.exception("a file without a name");
    }
  }

  @Override
  public int readlink(FuseCaller caller, FuseFile file, ByteBuffer into) {
    return failures.result(
        () -> {
          byte[] target = target(callers.as(caller), at(file));
          into.put(target);
          return target.length;
        });
  }

  private byte[] target(AsyncGigaClient client, Target at) throws GigaException {
    if (links.areShown()) {
      // The kernel has usually just looked the name up, so the client has the answer cached.
      FileAttributes file = ErrnoMapper.await(client.lookUp(at));
      if (file.type() == FileType.REGULAR) {
        return links.read(at, file);
      }
    }
    return ErrnoMapper.await(client.readLink(at));
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
    return make(
        directory,
        out,
        () -> {
          int code = mode >>> TYPE_SHIFT;
          return callers
              .as(caller)
              .makeNode(
                  entry(directory, name),
                  code == 0 ? FileType.REGULAR : FileType.ofCode(code),
                  umasks.permissions(new InodeId(directory), mode, umask),
                  device);
        });
  }

  @Override
  public int mkdir(
      FuseCaller caller, long directory, byte[] name, int mode, int umask, FuseAttributes out) {
    return make(
        directory,
        out,
        () ->
            callers
                .as(caller)
                .makeDirectory(
                    entry(directory, name),
                    umasks.permissions(new InodeId(directory), mode, umask)));
  }

  @Override
  public int unlink(FuseCaller caller, long directory, byte[] name) {
    return directoryAttributes.remove(
        directory,
        0,
        () ->
            change(
                () -> {
                  EntryTarget gone = entry(directory, name);
                  files.awaitClosed(gone);
                  ErrnoMapper.await(callers.as(caller).unlink(gone));
                  return 0;
                }));
  }

  @Override
  public int rmdir(FuseCaller caller, long directory, byte[] name, long expected) {
    return directoryAttributes.remove(
        directory,
        1,
        () ->
            change(
                () -> {
                  EntryTarget at = entry(directory, name);
                  EntryTarget gone = expected == 0 ? at : at.expecting(new InodeId(expected));
                  ErrnoMapper.await(callers.as(caller).removeDirectory(gone));
                  return 0;
                }));
  }

  @Override
  public int symlink(
      FuseCaller caller, byte[] target, long directory, byte[] name, FuseAttributes out) {
    return make(directory, out, () -> callers.as(caller).symlink(target, entry(directory, name)));
  }

  @Override
  public int rename(
      FuseCaller caller,
      long directory,
      byte[] name,
      long newDirectory,
      byte[] newName,
      int flags) {
    int result =
        change(
            () -> {
              RenameMode mode =
                  switch (flags) {
                    case 0 -> RenameMode.REPLACE;
                    case 1 -> RenameMode.NO_REPLACE;
                    case 2 -> RenameMode.EXCHANGE;
                    case 4 -> RenameMode.WHITEOUT;
                    case 5 -> RenameMode.WHITEOUT_NO_REPLACE;
                    default -> throw ErrorCode.EINVAL.exception("rename with flags " + flags);
                  };
              EntryTarget source = entry(directory, name);
              EntryTarget target = entry(newDirectory, newName);
              files.awaitClosed(source);
              files.awaitClosed(target);
              ErrnoMapper.await(callers.as(caller).rename(source, target, mode));
              return 0;
            });
    directoryAttributes.forget(directory);
    directoryAttributes.forget(newDirectory);
    return result;
  }

  @Override
  public int link(
      FuseCaller caller, FuseFile file, long directory, byte[] name, FuseAttributes out) {
    return make(
        directory,
        out,
        () -> {
          if (isByHandleAlone(file)) {
            OpenFile open = files.get(file.handle()).file();
            ErrnoMapper.await(callers.as(caller).link(open, entry(directory, name)));
            shown.show(ErrnoMapper.await(open.stat()), out);
            return 0;
          }
          Target existing = at(file);
          EntryTarget to = entry(directory, name);
          files.awaitClosed(entry(file.parent(), file.name()));
          show(to, ErrnoMapper.await(callers.as(caller).link(existing, to, Follow.NO)), out);
          return 0;
        });
  }

  @Override
  public int open(FuseCaller caller, FuseFile file, int flags, FuseOpened opened) {
    ErrnoMapper.Work work =
        () -> {
          if (isByHandleAlone(file)) {
            files.reopen(caller, file.handle(), flags, opened);
          } else {
            files.open(
                caller,
                entry(file.parent(), file.name()),
                links.inodeOf(file.inode()),
                flags,
                opened);
          }
          return 0;
        };
    return MountedFiles.changes(flags) ? change(work) : failures.result(work);
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
    return make(
        directory,
        out,
        () -> {
          files.create(
              caller,
              entry(directory, name),
              umasks.permissions(new InodeId(directory), mode, umask),
              flags,
              opened,
              out);
          return 0;
        });
  }

  @Override
  public int createNameless(
      FuseCaller caller,
      long directory,
      int mode,
      int umask,
      int flags,
      FuseOpened opened,
      FuseAttributes out) {
    return change(
        () -> {
          files.createNameless(
              caller,
              new InodeId(directory),
              umasks.permissions(new InodeId(directory), mode, umask),
              flags,
              opened,
              out);
          return 0;
        });
  }

  @Override
  public int read(long handle, long offset, ByteBuffer into, int flags) {
    try {
      return files.read(handle, offset, into);
    } catch (GigaException e) {
      return failures.errno(e);
    }
  }

  @Override
  public int write(long handle, long offset, ByteBuffer from, int flags) {
    changes.begin();
    try {
      return files.write(handle, offset, from, flags);
    } catch (GigaException e) {
      return failures.errno(e);
    } finally {
      changes.end();
    }
  }

  @Override
  public int appendPart(long handle, long offset, ByteBuffer from, int flags) {
    changes.begin();
    try {
      return files.appendPart(handle, offset, from, flags);
    } catch (GigaException e) {
      return failures.errno(e);
    } finally {
      changes.end();
    }
  }

  @Override
  public long seek(FuseCaller caller, long handle, long offset, int whence) {
    if (offset < 0) {
      return -ErrorCode.ENXIO.number(); // as beyond the end, unlike with SEEK_SET
    }
    try {
      long found = ErrnoMapper.await(files.used(handle).file().seek(offset, whence == SEEK_HOLE));
      return found < 0 ? -ErrorCode.ENXIO.number() : found;
    } catch (GigaException e) {
      return failures.errno(e);
    }
  }

  @Override
  public int flush(FuseCaller caller, long handle, long lockOwner) {
    return failures.result(
        () -> {
          files.flush(handle, lockOwner);
          return 0;
        });
  }

  @Override
  public int release(long handle) {
    return failures.result(
        () -> {
          files.release(handle);
          return 0;
        });
  }

  @Override
  public int fsync(FuseCaller caller, long handle, boolean dataOnly) {
    return failures.result(
        () -> {
          files.sync(handle);
          return 0;
        });
  }

  @Override
  public int opendir(FuseCaller caller, long directory, FuseOpened opened) {
    return failures.result(
        () -> {
          DirectoryStream stream =
              open(callers.as(caller), DirectoryTarget.of(new InodeId(directory)));
          opened.set(directories.add(stream), stream.inode().value());
          return 0;
        });
  }

  private DirectoryStream open(AsyncGigaClient client, DirectoryTarget target)
      throws GigaException {
    long moment = changes.now();
    long openedNanos = nanos.getAsLong();
    OpenDirectory directory;
    boolean mayListAttributes = true;
    try {
      directory = ErrnoMapper.await(client.openDirectory(target, true));
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EACCES) {
        throw e;
      }
      mayListAttributes = false;
      directory = ErrnoMapper.await(client.openDirectory(target, false));
    }
    return new DirectoryStream(
        directory, mayListAttributes, moment, openedNanos, shown, inodes, links, changes, nanos);
  }

  @Override
  public int readdir(FuseCaller caller, long handle, long offset, FuseDirectory out) {
    return failures.result(
        () -> {
          directories.get(handle).read(offset, out);
          return 0;
        });
  }

  @Override
  public int releasedir(long handle) {
    return failures.result(
        () -> {
          directories.remove(handle).close();
          return 0;
        });
  }

  /**
   * fsyncdir(2). The client does not know which servers hold the changes of a directory, renames
   * among them.
   */
  @Override
  public int fsyncdir(FuseCaller caller, long handle, boolean dataOnly) {
    return failures.result(
        () -> {
          ErrnoMapper.await(callers.anyone().sync());
          return 0;
        });
  }

  @Override
  public int statfs(FuseCaller caller, FuseSpace out) {
    return failures.result(
        () -> {
          ClusterSpace total = ErrnoMapper.await(callers.anyone().statFs());
          long freeFiles = total.roomForEntries();
          out.set(
              total.totalBytes(),
              total.totalBytes() - total.usedBytes(),
              total.freeBytes(),
              total.entries() + freeFiles,
              freeFiles);
          return 0;
        });
  }

  private Xattrs xattrs(FuseCaller caller, FuseFile file) throws GigaException {
    return isByHandleAlone(file)
        ? files.get(file.handle()).file().xattrs(Callers.identity(caller))
        : new TargetXattrs(callers.as(caller), at(file));
  }

  @Override
  public int setxattr(FuseCaller caller, FuseFile file, byte[] name, byte[] value, int flags) {
    return change(
        () -> {
          FileXattrs.set(xattrs(caller, file), name, value, flags);
          umasks.changed(name);
          return 0;
        });
  }

  @Override
  public int getxattr(FuseCaller caller, FuseFile file, byte[] name, ByteBuffer into) {
    return failures.result(
        () -> {
          if (!CachedData.isIts(name)) {
            return FileXattrs.get(xattrs(caller, file), name, into);
          }
          return isByHandleAlone(file)
              ? CachedData.get(files.get(file.handle()).file(), into)
              : CachedData.get(callers.as(caller), at(file), into);
        });
  }

  @Override
  public int listxattr(FuseCaller caller, FuseFile file, ByteBuffer into) {
    return failures.result(() -> FileXattrs.list(xattrs(caller, file), into));
  }

  @Override
  public int removexattr(FuseCaller caller, FuseFile file, byte[] name) {
    if (CachedData.isIts(name)) {
      return failures.result(() -> dropCached(caller, file));
    }
    return change(
        () -> {
          FileXattrs.remove(xattrs(caller, file), name);
          umasks.changed(name);
          return 0;
        });
  }

  /**
   * Drops a file's bytes from the client's cache; for the root directory, those of all files, which
   * only the superuser may do.
   */
  private int dropCached(FuseCaller caller, FuseFile file) throws GigaException {
    if (file.inode() == root()) {
      if (!Callers.identity(caller).isSuperuser()) {
        throw ErrorCode.EPERM.exception("only root may drop all of the data cache");
      }
      callers.anyone().dropCache();
    } else if (isByHandleAlone(file)) {
      ErrnoMapper.await(files.get(file.handle()).file().dropCached());
    } else {
      CachedData.drop(callers.as(caller), at(file));
    }
    return 0;
  }

  @Override
  public int findLock(FuseCaller caller, long handle, long owner, FuseLock lock) {
    return failures.result(
        () -> {
          locks.find(handle, owner, lock);
          return 0;
        });
  }

  @Override
  public int lock(FuseCaller caller, long handle, long owner, FuseLock lock, boolean waits) {
    return failures.result(() -> locks.lock(caller, handle, owner, lock, waits));
  }

  @Override
  public int flock(FuseCaller caller, long handle, FuseLock.Type type, boolean waits) {
    return failures.result(() -> locks.flock(handle, type, waits));
  }

  @Override
  public int fallocate(FuseCaller caller, long handle, int mode, long offset, long length) {
    return change(
        () -> {
          new Allocation(callers.anyone(), files.get(handle).file()).allocate(mode, offset, length);
          return 0;
        });
  }
}
