package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.FuseSpace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.FuseContext;

/**
 * State shared by the calls of one thread: the caller, and objects that the calls fill in. For one
 * thread.
 */
final class ThreadCall {
  private static final int NAME_BYTES = 4096;

  final RequestHeader header = new RequestHeader();
  final FuseAttributes attributes;
  final FuseAttributes scratch = new FuseAttributes();
  final FuseOpened opened = new FuseOpened();
  final FuseChange change = new FuseChange();
  final FuseLock lock = new FuseLock();
  final FuseSpace space = new FuseSpace();
  final FusePathResolver.ResolvedPath place = new FusePathResolver.ResolvedPath();
  final FusePathResolver.ResolvedPath target = new FusePathResolver.ResolvedPath();

  /** A file's attributes in libfuse's form; those of an entry, and its name, have native memory. */
  final FileStat stat;

  final FileStat entryStat;
  final Pointer entryName;

  private final FuseLibrary.Functions libfuse;
  private final FuseContext context;
  private ByteBuffer data = ByteBuffer.allocateDirect(0);

  private long openedHandle = FuseFileSystem.NO_HANDLE;

  /** Whether a lock was acquired or released, although libfuse gets an error. */
  private boolean hasLocked;

  /**
   * Whether {@link #attributes} belong to a file that the current request has created or changed.
   */
  private boolean hasMade;

  ThreadCall(FuseLibrary.Functions libfuse, long attrTimeoutNanos) {
    this.libfuse = libfuse;
    Runtime runtime = Runtime.getSystemRuntime();
    this.attributes = new FuseAttributes(attrTimeoutNanos);
    this.context = new FuseContext(runtime);
    this.stat = new FileStat(runtime);
    this.entryStat = new FileStat(runtime);
    this.entryStat.useMemory(Memory.allocateDirect(runtime, jnr.ffi.Struct.size(entryStat), true));
    this.entryName = Memory.allocateDirect(runtime, NAME_BYTES, true);
  }

  /** A request begins. */
  void begin(Pointer request, int bytes) {
    hasMade = false;
    hasLocked = false;
    openedHandle = FuseFileSystem.NO_HANDLE;
    header.begin(request, bytes);
  }

  /** The request has been answered. */
  void end() {
    hasMade = false;
    header.end();
  }

  /** Records that the file of the attributes was created or changed by this request. */
  void made() {
    hasMade = header.opcode() != RequestHeader.UNKNOWN;
  }

  /**
   * Whether {@link #attributes} belong to the file that this request created or changed, which
   * libfuse queries right afterwards.
   */
  boolean takeMade() {
    boolean was = hasMade;
    hasMade = false;
    return was;
  }

  /**
   * Records that the request has acquired or released a lock, which is hidden from libfuse.
   *
   * @return the result for libfuse
   */
  int locked() {
    hasLocked = header.opcode() != RequestHeader.UNKNOWN;
    return hasLocked ? -Errno.EAGAIN : 0;
  }

  boolean hasLocked() {
    return hasLocked;
  }

  /** The request has opened a file. */
  void opened(long handle) {
    openedHandle = handle;
  }

  /** The handle that an OPEN has opened, NO_HANDLE for other requests or if it failed. */
  long openedHandle() {
    return openedHandle;
  }

  /**
   * The caller. Its groups are read again for each call, because a process may change them at any
   * time.
   */
  FuseCaller caller() {
    FuseContext now = context();
    return FuseCaller.ofProcess(now.uid.intValue(), now.gid.intValue(), now.pid.intValue());
  }

  int umask() {
    return context().umask.intValue();
  }

  private FuseContext context() {
    context.useMemory(libfuse.fuse_get_context());
    return context;
  }

  /** This thread's buffer, with at least this capacity. */
  ByteBuffer data(int bytes) {
    if (data.capacity() < bytes) {
      data = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    return data.clear().limit(bytes);
  }

  /** The buffer as it was filled. */
  ByteBuffer filled() {
    return data;
  }

  /** The address of the buffer. */
  Pointer dataAddress() {
    return Pointer.wrap(Runtime.getSystemRuntime(), data);
  }

  /** The bytes of a NUL-terminated string. */
  static byte[] bytes(Pointer text) {
    int length = text.indexOf(0, (byte) 0);
    byte[] bytes = new byte[length];
    text.get(0, bytes, 0, length);
    return bytes;
  }
}
