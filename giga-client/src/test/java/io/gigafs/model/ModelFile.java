package io.gigafs.model;

import io.gigafs.client.OpenFile.HeldLock;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import java.nio.ByteBuffer;
import java.util.List;

/** An open file description of open(2); it refers to the file, not to a name. */
public final class ModelFile {
  private final PosixModel model;
  private final Caller caller;
  private final Inode inode;
  private final long client;
  private final boolean reads;
  private final boolean writes;
  private final boolean notesAccess;
  private boolean open = true;

  ModelFile(PosixModel model, Caller caller, Inode inode, long client, OpenOptions options) {
    this.model = model;
    this.caller = caller;
    this.inode = inode;
    this.client = client;
    this.reads = options.has(Flag.READ);
    this.writes = options.has(Flag.WRITE);
    this.notesAccess = !options.has(Flag.NO_ACCESS_TIME);
    inode.handles.add(this);
  }

  public InodeId inode() {
    return new InodeId(inode.number);
  }

  /** fstat(2). */
  public FileAttributes stat() throws GigaException {
    requireOpen();
    return inode.attributes();
  }

  /** fchmod(2), fchown(2), futimens(2), ftruncate(2). */
  public FileAttributes setAttributes(AttributeChange change) throws GigaException {
    return setAttributes(caller, change);
  }

  /** Changes attributes as another caller than the one that opened the file. */
  public FileAttributes setAttributes(Caller by, AttributeChange change) throws GigaException {
    requireOpen();
    if (change.size() != null && (!writes || !inode.isRegular())) {
      throw ErrorCode.EINVAL.exception("ftruncate takes a handle that writes");
    }
    return model.change(by, inode, change, true);
  }

  /** pread(2): reads up to the end of the file, and returns the number of bytes. */
  public int read(long offset, ByteBuffer into) throws GigaException {
    requireOpen();
    if (!reads) {
      throw ErrorCode.EBADF.exception("the handle does not read");
    }
    requireData(offset);
    int length = (int) Math.min(into.remaining(), Math.max(0, inode.size - offset));
    inode.bytes.read(offset, into.slice(into.position(), length));
    into.position(into.position() + length);
    if (notesAccess) {
      inode.touchAccess(model.now());
    }
    return length;
  }

  /** pwrite(2): writes all of the buffer, or nothing. */
  public void write(long offset, ByteBuffer from) throws GigaException {
    requireOpen();
    if (!writes) {
      throw ErrorCode.EBADF.exception("the handle does not write");
    }
    requireData(offset);
    if (from.hasRemaining()) {
      model.write(caller, inode, offset, from);
    }
  }

  /** write(2) with O_APPEND. */
  public void append(ByteBuffer from) throws GigaException {
    write(inode.size, from);
  }

  private void requireData(long offset) throws GigaException {
    if (inode.isDirectory()) {
      throw ErrorCode.EISDIR.exception("inode " + inode.number);
    }
    if (!inode.isRegular() || offset < 0) {
      throw ErrorCode.EINVAL.exception("inode " + inode.number + " at offset " + offset);
    }
  }

  /** fsync(2): only checks the handle, because the model loses nothing. */
  public void sync() throws GigaException {
    requireOpen();
  }

  /** fcntl(2) with F_SETLK. */
  public void lock(long owner, LockType type, long start, long length) throws GigaException {
    requireOpen();
    boolean mayLock = type == LockType.SHARED ? reads : writes;
    if (!mayLock) {
      throw ErrorCode.EBADF.exception(type + " lock");
    }
    long last = last(start, length);
    if (!inode.locks.conflicts(owner(owner), type, start, last).isEmpty()) {
      throw ErrorCode.EAGAIN.exception("locked");
    }
    inode.locks.lock(owner(owner), type, start, last);
  }

  /** fcntl(2) with F_UNLCK. */
  public void unlock(long owner, long start, long length) throws GigaException {
    requireOpen();
    inode.locks.unlock(owner(owner), start, last(start, length));
  }

  /** All locks that fcntl(2) with F_GETLK may answer; none if the range could be locked. */
  public List<HeldLock> conflicts(long owner, LockType type, long start, long length)
      throws GigaException {
    requireOpen();
    return inode.locks.conflicts(owner(owner), type, start, last(start, length)).stream()
        .map(ModelFile::shown)
        .toList();
  }

  private static HeldLock shown(ModelFileLocks.Range range) {
    return new HeldLock(
        range.owner().number(),
        false,
        range.type(),
        range.first(),
        range.last() == Long.MAX_VALUE ? 0 : range.last() - range.first() + 1);
  }

  /** flock(2) with LOCK_NB. A conversion releases the old lock first, even if it then fails. */
  public void flock(LockType type) throws GigaException {
    requireOpen();
    if (!inode.locks.mayLockWhole(this, type)) {
      inode.locks.unlockWhole(this);
      throw ErrorCode.EAGAIN.exception("locked");
    }
    inode.locks.lockWhole(this, type);
  }

  /** flock(2) with LOCK_UN. */
  public void funlock() throws GigaException {
    requireOpen();
    inode.locks.unlockWhole(this);
  }

  /**
   * close(2). A client's last close of a file releases its byte-range locks of all owners.
   * Idempotent.
   */
  public void close() {
    if (open) {
      open = false;
      inode.handles.remove(this);
      inode.closedNanos = model.now();
      inode.locks.unlockWhole(this);
      if (inode.handles.stream().noneMatch(other -> other.client == client)) {
        inode.locks.forget(client);
      }
    }
  }

  private void requireOpen() throws GigaException {
    if (!open) {
      throw ErrorCode.EBADF.exception("closed");
    }
  }

  private ModelFileLocks.Owner owner(long number) {
    return new ModelFileLocks.Owner(client, number);
  }

  private static long last(long start, long length) throws GigaException {
    if (start < 0 || length < 0) {
      throw ErrorCode.EINVAL.exception("range");
    }
    if (length > 0 && start > Long.MAX_VALUE - length + 1) {
      throw ErrorCode.EOVERFLOW.exception("range");
    }
    return length == 0 ? Long.MAX_VALUE : start + length - 1;
  }
}
