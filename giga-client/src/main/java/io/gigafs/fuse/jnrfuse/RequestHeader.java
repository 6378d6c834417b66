package io.gigafs.fuse.jnrfuse;

import java.util.Arrays;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's request, from which libfuse does not pass on the kind of request and the kernel's
 * number of the file. For the thread that received it.
 *
 * <pre>
 * struct fuse_in_header: length 4, opcode 4, unique 8, node 8, uid 4, gid 4, pid 4, padding 4
 * </pre>
 */
final class RequestHeader {
  static final int UNKNOWN = 0;
  static final int LOOKUP = 1;
  static final int GETATTR = 3;
  static final int SETATTR = 4;
  static final int UNLINK = 10;
  static final int RENAME = 12;
  static final int LINK = 13;
  static final int OPEN = 14;
  static final int FLUSH = 25;
  static final int INIT = 26;
  static final int SETLK = 32;
  static final int SETLKW = 33;
  static final int INTERRUPT = 36;

  private static final int BYTES = 40;
  private static final int RENAME_IN = 8;

  /** Bits of a SETATTR: owner, group or size changes. */
  private static final int SETS_OWNER_OR_SIZE = 1 << 1 | 1 << 2 | 1 << 3;

  /** Owner, group, size, mode, or a time, explicit or current, changes. */
  private static final int SETS_ANY = SETS_OWNER_OR_SIZE | 1 | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8;

  private @Nullable Pointer request;
  private int length;
  private int opcode;
  private long unique;
  private long node;

  void begin(Pointer received, int bytes) {
    request = received;
    length = bytes;
    opcode = received.getInt(4);
    unique = received.getLong(8);
    node = received.getLong(16);
  }

  void end() {
    request = null;
    opcode = UNKNOWN;
    unique = 0;
    node = 0;
  }

  /** The request code; {@link #UNKNOWN} if libfuse has threads of its own. */
  int opcode() {
    return opcode;
  }

  /** Whether attributes are requested of any file that a name leads to, not of a known file. */
  boolean isOfName() {
    return opcode != GETATTR && opcode != SETATTR;
  }

  long unique() {
    return unique;
  }

  /** The number of the file's node; 0 if unknown. */
  long node() {
    return node;
  }

  /**
   * Whether a change of mode comes from the kernel, which clears set-id bits when owner or size
   * change.
   */
  boolean isModeOfKernel() {
    Pointer at = request;
    return at != null && opcode == SETATTR && (at.getInt(BYTES) & SETS_OWNER_OR_SIZE) != 0;
  }

  /** Whether nothing changes: chown(2) that leaves both ids as they are. */
  boolean changesNothing() {
    Pointer at = request;
    return at != null && opcode == SETATTR && (at.getInt(BYTES) & SETS_ANY) == 0;
  }

  /** The number of the node to which a LINK adds a name; 0 for other requests. */
  long linkedNode() {
    Pointer at = request;
    return at == null || opcode != LINK ? 0 : at.getLong(BYTES);
  }

  /** The request that an INTERRUPT refers to. */
  long interrupted() {
    Pointer at = request;
    return at == null ? 0 : at.getLong(BYTES);
  }

  /** The new name of a RENAME; empty for other requests. */
  byte[] newName() {
    Pointer at = request;
    if (at == null || opcode != RENAME) {
      return new byte[0];
    }
    byte[] names = new byte[length - BYTES - RENAME_IN];
    at.get((long) BYTES + RENAME_IN, names, 0, names.length);
    int begin = 0;
    while (begin < names.length && names[begin] != 0) {
      begin++;
    }
    begin++;
    int end = begin;
    while (end < names.length && names[end] != 0) {
      end++;
    }
    return begin < end ? Arrays.copyOfRange(names, begin, end) : new byte[0];
  }
}
