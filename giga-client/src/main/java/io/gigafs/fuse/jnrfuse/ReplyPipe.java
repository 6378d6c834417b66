package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.ErrnoText;
import io.gigafs.fuse.binding.NativeCalls;
import java.io.IOException;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes libfuse write its answer to a pipe, adds what libfuse does not know, and forwards it to the
 * kernel. For one thread.
 *
 * <pre>
 * struct fuse_out_header: length 4, error 4, unique 8
 * struct fuse_entry_out:  node 8, generation 8, entry_valid 8, attr_valid 8, their ns 4 and 4, attr
 * struct fuse_attr_out:   attr_valid 8, its ns 4, unused 4, attr
 * struct fuse_attr:       64 bytes, then links 4
 * </pre>
 */
final class ReplyPipe implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplyPipe.class);

  static final int OUT_HEADER = 16;
  private static final int ERROR = 4;
  private static final int MAX_BYTES = 4096;
  private static final int ENTRY_VALID = OUT_HEADER + 24;
  private static final int ENTRY_NANOS = OUT_HEADER + 36;
  private static final int ENTRY_ATTRIBUTES = OUT_HEADER + 40;
  private static final int ATTR_VALID = OUT_HEADER;
  private static final int ATTR_NANOS = OUT_HEADER + 8;
  private static final int ATTR_ATTRIBUTES = OUT_HEADER + 16;
  private static final int MODE = 60;
  private static final int LINKS = 64;
  private static final int TYPE = 0170000;
  private static final int DIRECTORY = 0040000;

  private final NativeCalls calls;
  private final FuseLibrary.Functions libfuse;
  private final Pointer session;
  private final Pointer channel;
  private final int readEnd;
  private final Pointer pipe;
  private int length;
  private final Pointer answer = Memory.allocateDirect(Runtime.getSystemRuntime(), MAX_BYTES, true);

  /** Changes an answer of a given length, 16 for an error; returns its new length. */
  interface Amendment {
    int amend(Pointer answer, int bytes);
  }

  /**
   * @param channel of the kernel
   */
  ReplyPipe(NativeCalls calls, FuseLibrary.Functions libfuse, Pointer session, Pointer channel)
      throws IOException {
    this.calls = calls;
    this.libfuse = libfuse;
    this.session = session;
    this.channel = channel;
    int[] ends = new int[2];
    int result = calls.pipe(ends);
    if (result < 0) {
      throw new IOException("cannot create a pipe for answers: " + ErrnoText.of(-result));
    }
    Pointer made = libfuse.fuse_kern_chan_new(ends[1]);
    if (made == null) {
      calls.close(ends[0]);
      calls.close(ends[1]);
      throw new IOException("libfuse cannot create a channel");
    }
    this.readEnd = ends[0];
    this.pipe = made;
  }

  /** Makes libfuse process a request, without sending the answer. */
  void process(Pointer request, int bytes, Amendment amendment) {
    libfuse.fuse_session_process(session, request, bytes, pipe);
    int read = calls.read(readEnd, answer.address(), MAX_BYTES);
    length = read < OUT_HEADER ? 0 : amendment.amend(answer, read);
  }

  /**
   * Forwards the answer to the kernel, if there is one.
   *
   * @return whether the kernel's caller is gone
   */
  boolean send() {
    if (length == 0) {
      return false;
    }
    answer.putInt(0, length);
    int written = calls.write(libfuse.fuse_chan_fd(channel), answer.address(), length);
    length = 0;
    // Otherwise the caller is gone, or the directory is not mounted any more.
    if (written < 0 && written != -Errno.ENOENT && written != -Errno.ENODEV) {
      LOG.error("The kernel refused an answer: {}", ErrnoText.of(-written));
    }
    return written == -Errno.ENOENT;
  }

  /** Makes an answer report success. */
  static int amendError(Pointer answer, int bytes) {
    answer.putInt(ERROR, 0);
    return bytes;
  }

  /**
   * Makes the kernel look the path up again if libfuse has no name for the file any more, because
   * another file has it: the kernel does so for ESTALE, but not for ENOENT.
   */
  static int amendMissing(Pointer answer, int bytes) {
    if (answer.getInt(ERROR) == -Errno.ENOENT) {
      answer.putInt(ERROR, -Errno.ESTALE);
    }
    return bytes;
  }

  /**
   * Prevents the kernel from caching attributes of a file with several names, which it would keep
   * for each name.
   */
  static int amendEntry(Pointer answer, int bytes) {
    if (bytes >= ENTRY_ATTRIBUTES + LINKS + Integer.BYTES && isShared(answer, ENTRY_ATTRIBUTES)) {
      answer.putLong(ENTRY_VALID, 0);
      answer.putInt(ENTRY_NANOS, 0);
    }
    return bytes;
  }

  /** The same for attributes alone. */
  static int amendAttributes(Pointer answer, int bytes) {
    amendMissing(answer, bytes);
    if (bytes >= ATTR_ATTRIBUTES + LINKS + Integer.BYTES && isShared(answer, ATTR_ATTRIBUTES)) {
      answer.putLong(ATTR_VALID, 0);
      answer.putInt(ATTR_NANOS, 0);
    }
    return bytes;
  }

  private static boolean isShared(Pointer answer, int attributes) {
    return (answer.getInt(attributes + MODE) & TYPE) != DIRECTORY
        && answer.getInt(attributes + LINKS) > 1;
  }

  @Override
  public void close() {
    libfuse.fuse_chan_destroy(pipe);
    calls.close(readEnd);
  }
}
