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

/** What the calls of one thread share: who asks, and objects that they fill. For one thread. */
final class ThreadCall {
  private static final int NAME_BYTES = 4096;

  final RequestHeader header = new RequestHeader();
  final FuseAttributes attributes;
  final FuseAttributes scratch = new FuseAttributes();
  final FuseOpened opened = new FuseOpened();
  final FuseChange change = new FuseChange();
  final FuseLock lock = new FuseLock();
  final FuseSpace space = new FuseSpace();
  final PathWalk.ResolvedPath place = new PathWalk.ResolvedPath();
  final PathWalk.ResolvedPath target = new PathWalk.ResolvedPath();

  /** A file's attributes as libfuse takes them; those of an entry, and its name, have memory. */
  final FileStat stat;

  final FileStat entryStat;
  final Pointer entryName;

  private final FuseLibrary.Functions libfuse;
  private final FuseContext context;
  private ByteBuffer data = ByteBuffer.allocateDirect(0);

  private long openedHandle = FuseFileSystem.NO_HANDLE;

  /** Whether a lock was taken or given up, though libfuse was answered an error. */
  private boolean hasLocked;

  /** Whether {@link #attributes} are of a file that the request at hand has made or changed. */
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

  /** It has been answered. */
  void end() {
    hasMade = false;
    header.end();
  }

  /** The file whose attributes were filled was made or changed by this request. */
  void made() {
    hasMade = header.opcode() != RequestHeader.UNKNOWN;
  }

  /**
   * Whether {@link #attributes} are those of what this request has made, of which libfuse asks
   * right after.
   */
  boolean takeMade() {
    boolean was = hasMade;
    hasMade = false;
    return was;
  }

  /**
   * The request has taken a lock, or given it up, of which libfuse is to know nothing.
   *
   * @return what libfuse is answered
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

  /** The handle that an OPEN has opened, NO_HANDLE if this is none or it failed. */
  long openedHandle() {
    return openedHandle;
  }

  /** Who asks. Its groups are read anew for each call: a process may change them at any time. */
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

  /** Room of this thread for a number of bytes. */
  ByteBuffer data(int bytes) {
    if (data.capacity() < bytes) {
      data = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    return data.clear().limit(bytes);
  }

  /** The room as it was filled. */
  ByteBuffer filled() {
    return data;
  }

  /** Where the room begins. */
  Pointer dataAddress() {
    return Pointer.wrap(Runtime.getSystemRuntime(), data);
  }

  /** The bytes of a text before its NUL. */
  static byte[] bytes(Pointer text) {
    int length = text.indexOf(0, (byte) 0);
    byte[] bytes = new byte[length];
    text.get(0, bytes, 0, length);
    return bytes;
  }
}
