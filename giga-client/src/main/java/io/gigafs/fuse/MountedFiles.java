package io.gigafs.fuse;

import io.gigafs.access.Access;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.FlushScope;
import io.gigafs.client.Follow;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.Target;
import io.gigafs.client.Target.EntryTarget;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.OpenFlags;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Open files: from open(2) to the last close(2). Safe for use by several threads. */
final class MountedFiles {
  private final Callers callers;
  private final ShownAttributes shown;
  private final ErrnoMapper failures;
  private final OpenInodes inodes;
  private final boolean accessTimes;
  private final Handles<MountedFile> handles = new Handles<>();
  private final AtomicLong nameless = new AtomicLong();

  /** Handles that are being closed, by the name of their opening. */
  private final Map<Target, CompletableFuture<?>> closing = new ConcurrentHashMap<>();

  /**
   * Creates an empty table.
   *
   * @param accessTimes whether reads update the access time
   */
  MountedFiles(
      Callers callers,
      ShownAttributes shown,
      ErrnoMapper failures,
      OpenInodes inodes,
      boolean accessTimes) {
    this.callers = callers;
    this.shown = shown;
    this.failures = failures;
    this.inodes = inodes;
    this.accessTimes = accessTimes;
  }

  MountedFile get(long handle) throws GigaException {
    return handles.get(handle);
  }

  List<MountedFile> all() {
    return handles.all();
  }

  /**
   * Opens a file by a name.
   *
   * @param inode the inode that the name must lead to
   */
  void open(FuseCaller caller, EntryTarget name, InodeId inode, int flags, FuseOpened opened)
      throws GigaException {
    EntryTarget at = name.expecting(inode);
    AsyncGigaClient client = callers.as(caller);
    if ((flags & OpenFlags.EXECUTE) != 0) {
      // Running a program takes execute permission only. The kernel reads the file on the caller's
      // behalf, so read permission is not checked.
      ErrnoMapper.await(client.access(at, Access.EXECUTE, Follow.NO));
      client = callers.superuser();
    }
    MountedFile file = opened(client.open(at, optionsOf(flags, false, 0)), name, flags);
    setState(file, flags, (flags & OpenFlags.TRUNCATE) != 0, opened);
  }

  /** Opens again a file that has no name. */
  void reopen(FuseCaller caller, long handle, int flags, FuseOpened opened) throws GigaException {
    MountedFile known = handles.get(handle);
    MountedFile file =
        opened(
            callers.as(caller).reopen(known.file(), optionsOf(flags, false, 0)),
            known.target(),
            flags);
    setState(file, flags, (flags & OpenFlags.TRUNCATE) != 0, opened);
  }

  /** Changes a file that is reachable by a handle only, also its size: truncate(2). */
  CompletableFuture<FileAttributes> resize(FuseCaller caller, long handle, AttributeChange change)
      throws GigaException {
    OpenOptions writes = new OpenOptions(EnumSet.of(Flag.NO_FOLLOW, Flag.WRITE), 0);
    OpenFile file =
        ErrnoMapper.await(callers.as(caller).reopen(handles.get(handle).file(), writes));
    try {
      return CompletableFuture.completedFuture(ErrnoMapper.await(file.setAttributes(change)));
    } finally {
      ErrnoMapper.await(file.closeAsync());
    }
  }

  void create(
      FuseCaller caller, Target at, int mode, int flags, FuseOpened opened, FuseAttributes out)
      throws GigaException {
    create(caller, at, optionsOf(flags, true, mode), flags, opened, out);
  }

  /** Creates a file without a name in a directory. */
  void createNameless(
      FuseCaller caller,
      InodeId directory,
      int mode,
      int flags,
      FuseOpened opened,
      FuseAttributes out)
      throws GigaException {
    // The generated name only spreads these files over the directory's partitions.
    Name any = Name.of(Long.toHexString(nameless.incrementAndGet()));
    Set<Flag> options = EnumSet.copyOf(optionsOf(flags, false, mode).flags());
    options.add(Flag.NAMELESS);
    create(
        caller,
        new EntryTarget(directory, any),
        new OpenOptions(options, mode),
        flags,
        opened,
        out);
  }

  private void create(
      FuseCaller caller,
      Target at,
      OpenOptions options,
      int flags,
      FuseOpened opened,
      FuseAttributes out)
      throws GigaException {
    MountedFile file = opened(callers.as(caller).open(at, options), at, flags);
    try {
      // The server's answer to the open lacks dirty data of other handles of this mount, and writes
      // of others to an object.
      FileAttributes attributes =
          inodes.isShared(file.inode().inode()) || !file.isSure()
              ? ErrnoMapper.await(file.file().stat())
              : file.file().opened();
      shown.show(attributes, out);
    } catch (GigaException e) {
      close(file, List.of());
      throw e;
    }
    setState(file, flags, true, opened);
  }

  private MountedFile opened(CompletableFuture<OpenFile> opening, Target target, int flags)
      throws GigaException {
    OpenFile file;
    try {
      file = ErrnoMapper.await(opening);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ELOOP) {
        throw e;
      }
      // Another client put a link where the kernel knows a file or nothing: it must look up again.
      throw ErrorCode.ESTALE.exception(target + " is a symbolic link now");
    }
    boolean writes = (flags & OpenFlags.ACCESS_MODE) != OpenFlags.READ_ONLY;
    long foreignChange = file.foreignChange();
    OpenInode inode = inodes.opened(file.inode(), foreignChange);
    boolean isMappable = (flags & OpenFlags.ACCESS_MODE) == OpenFlags.READ_WRITE;
    if (isMappable) {
      inode.mappable(1);
    }
    return new MountedFile(file, inode, target, writes, isMappable, inodes, foreignChange);
  }

  private void setState(MountedFile file, int flags, boolean isEmptied, FuseOpened opened) {
    FileAttributes found = file.file().opened();
    file.inode().found(found.changedNanos());
    opened.set(handles.add(file), file.file().inode().value());
    boolean reads = (flags & OpenFlags.ACCESS_MODE) != OpenFlags.WRITE_ONLY;
    long size = file.isSure() || !reads ? found.size() : measured(file);
    opened.found(size, found.modifiedNanos(), found.changedNanos(), file.isSure(), reads);
    if (file.isSure() && !isEmptied && inodes.isUnchanged(found)) {
      opened.keepCache();
    }
    if (file.writes() && (flags & OpenFlags.APPEND) != 0) {
      opened.appendDirectly(reads, (found.flags() & FileAttributes.APPEND_ONLY) != 0);
    } else if (isFilled(file, flags)) {
      opened.writeDirectly();
    }
  }

  /** The size of a file that others write to; the size found at the opening if the query fails. */
  private long measured(MountedFile file) {
    try {
      return ErrnoMapper.await(file.file().stat()).size();
    } catch (GigaException e) {
      failures.errno(e);
      return file.file().opened().size();
    }
  }

  /**
   * Whether a file is opened write-only and is empty. The kernel drops its pages of such a file
   * anyway when it is next opened for reading, since it has changed by then: caching them would
   * cost memory and a copy for nothing.
   */
  private static boolean isFilled(MountedFile file, int flags) {
    return (flags & OpenFlags.ACCESS_MODE) == OpenFlags.WRITE_ONLY
        && file.file().opened().size() == 0;
  }

  private OpenOptions optionsOf(int flags, boolean creates, int mode) {
    Set<Flag> options = EnumSet.of(Flag.NO_FOLLOW);
    int access = flags & OpenFlags.ACCESS_MODE;
    if (access != OpenFlags.WRITE_ONLY) {
      options.add(Flag.READ);
    }
    if (access != OpenFlags.READ_ONLY) {
      options.add(Flag.WRITE);
    }
    if (creates) {
      options.add(Flag.CREATE);
      if ((flags & OpenFlags.EXCLUSIVE) != 0) {
        options.add(Flag.EXCLUSIVE);
      }
    }
    if ((flags & OpenFlags.TRUNCATE) != 0) {
      options.add(Flag.TRUNCATE);
    }
    if ((flags & OpenFlags.APPEND) != 0) {
      options.add(Flag.APPEND);
    }
    if (!accessTimes || (flags & OpenFlags.NO_ACCESS_TIME) != 0) {
      options.add(Flag.NO_ACCESS_TIME);
    }
    return new OpenOptions(options, mode);
  }

  /** Whether an opening with these flags changes the file or allows changes. */
  static boolean changes(int flags) {
    return (flags & OpenFlags.ACCESS_MODE) != OpenFlags.READ_ONLY
        || (flags & OpenFlags.TRUNCATE) != 0;
  }

  int read(long handle, long offset, ByteBuffer into) throws GigaException {
    return ErrnoMapper.await(used(handle).file().read(offset, into));
  }

  /** Starts work with the full timeout of a call. */
  <T> T inNewCall(Supplier<T> work) {
    return callers.anyone().inNewCall(work);
  }

  /** The handle of a request from the kernel; marks it as used. */
  MountedFile used(long handle) throws GigaException {
    MountedFile file = handles.get(handle);
    file.use();
    return file;
  }

  /** A handle of a file; null if the file is not open. */
  @Nullable MountedFile of(InodeId inode) {
    for (MountedFile file : handles.all()) {
      if (file.inode().inode().equals(inode)) {
        return file;
      }
    }
    return null;
  }

  /** Flushes all writing handles of a file before it becomes read-only. Returns 0. */
  int flush(InodeId inode) throws GigaException {
    for (MountedFile file : handles.all()) {
      if (file.writes() && file.inode().inode().equals(inode)) {
        ErrnoMapper.await(file.file().flush());
      }
    }
    return 0;
  }

  /** Whether a file is open for writing. */
  boolean isWritten(InodeId inode) {
    for (MountedFile file : handles.all()) {
      if (file.writes() && file.inode().inode().equals(inode)) {
        return true;
      }
    }
    return false;
  }

  int write(long handle, long offset, ByteBuffer from, int flags) throws GigaException {
    OpenFile file = used(handle).file();
    int length = from.remaining();
    ErrnoMapper.await(
        (flags & OpenFlags.APPEND) == 0 ? file.write(offset, from) : file.append(from));
    if (isSynced(flags)) {
      ErrnoMapper.await(file.sync());
    }
    return length;
  }

  private static boolean isSynced(int flags) {
    return (flags & (OpenFlags.SYNC | OpenFlags.DATA_SYNC)) != 0;
  }

  /** Appends a part of a write whose rest may follow. Synchronous writes are not split. */
  int appendPart(long handle, long offset, ByteBuffer from, int flags) throws GigaException {
    if (isSynced(flags)) {
      return write(handle, offset, from, flags);
    }
    int length = from.remaining();
    ErrnoMapper.await(handles.get(handle).file().appendPart(from));
    return length;
  }

  /** close(2) of one of possibly several descriptors. */
  void flush(long handle, long lockOwner) throws GigaException {
    MountedFile file = used(handle);
    try {
      if (file.writes()) {
        ErrnoMapper.await(file.file().flush());
      }
    } finally {
      if (file.inode().endsLocks(lockOwner)) {
        ErrnoMapper.await(file.file().unlock(lockOwner, 0, 0));
      }
    }
  }

  void sync(long handle) throws GigaException {
    ErrnoMapper.await(used(handle).file().sync());
  }

  /** Releases a handle after its last descriptor was closed. Nobody waits for the result. */
  void release(long handle) throws GigaException {
    MountedFile file = handles.remove(handle);
    close(file, file.inode().release(handle));
  }

  /**
   * Closes a file.
   *
   * @param lockOwners the owners whose byte-range locks end with it
   */
  private void close(MountedFile file, List<Long> lockOwners) {
    if (file.isMappable()) {
      file.inode().mappable(-1);
    }
    CompletableFuture<Void> closed = new CompletableFuture<>();
    // A file with an upload backlog stays open at the servers until the upload is done.
    CompletableFuture<?> other =
        file.file().hasBacklog() ? closed : closing.putIfAbsent(file.target(), closed);
    file.inode().releasing(closed);
    CompletableFuture<Void> released =
        lockOwners.isEmpty()
            ? file.file().release()
            : unlock(file, lockOwners).thenCompose(unlocked -> file.file().release());
    released.whenComplete(
        (done, failure) -> {
          inodes.closed(file.inode());
          if (other == null) {
            closing.remove(file.target(), closed);
          }
          closed.complete(null);
          if (failure != null) {
            failures.log(Awaiting.causeOf(failure));
          }
        });
  }

  private CompletableFuture<?> unlock(MountedFile file, List<Long> lockOwners) {
    CompletableFuture<?>[] unlocked =
        lockOwners.stream()
            .map(owner -> file.file().unlock(owner, 0, 0))
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(unlocked)
        .exceptionally(
            failure -> {
              failures.log(Awaiting.causeOf(failure));
              return null;
            });
  }

  /** Waits until the locks of all released handles of a file are gone. */
  void awaitReleases(OpenInode inode) {
    CompletableFuture<?> releases = inode.releases();
    if (!releases.isDone()) {
      callers.anyone().flush(FlushScope.ALL);
      CompletableFuture<?> end =
          new CompletableFuture<Void>()
              .completeOnTimeout(null, callers.anyone().timeout().toNanos(), TimeUnit.NANOSECONDS);
      CompletableFuture.anyOf(releases, end).join();
    }
  }

  /**
   * Waits until no close of a file that was opened by this name is in progress. Replacing the name
   * of an open file costs the servers much more.
   */
  void awaitClosed(Target target) throws GigaException {
    CompletableFuture<?> closes = closing.isEmpty() ? null : closing.get(target);
    if (closes != null) {
      callers.anyone().flush(FlushScope.ALL);
      ErrnoMapper.await(closes);
    }
  }

  /** Closes all handles. A failure to flush is logged. */
  void closeAll() {
    for (MountedFile file : handles.all()) {
      try {
        ErrnoMapper.await(file.file().closeAsync());
      } catch (GigaException e) {
        failures.log(e);
      }
    }
    callers.anyone().flush(FlushScope.ALL);
    for (CompletableFuture<?> closes : closing.values()) {
      closes.join();
    }
    callers.anyone().flush(FlushScope.ALL).join();
  }
}
