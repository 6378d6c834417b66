package io.gigafs.fuse.jnrfuse;

import java.util.Arrays;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel asks for, as its request says: libfuse leaves out which request a call comes
 * from, and by which number the kernel knows the file. For the thread that received it.
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

  /** Bits of a SETATTR: an owner, a group or a size is to be set. */
  private static final int SETS_OWNER_OR_SIZE = 1 << 1 | 1 << 2 | 1 << 3;

  /** An owner, a group, a size, a mode, or a time, given or of now. */
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

  /** What is asked for; {@link #UNKNOWN} where libfuse has threads of its own. */
  int opcode() {
    return opcode;
  }

  /** Whether attributes are asked for of whatever a name leads to, not of a file that is known. */
  boolean isOfName() {
    return opcode != GETATTR && opcode != SETATTR;
  }

  long unique() {
    return unique;
  }

  /** The number of the file's node; 0 if it is not known. */
  long node() {
    return node;
  }

  /**
   * Whether a mode that is to be set comes from the kernel, which takes set-id bits away where an
   * owner or a size is set.
   */
  boolean isModeOfKernel() {
    Pointer at = request;
    return at != null && opcode == SETATTR && (at.getInt(BYTES) & SETS_OWNER_OR_SIZE) != 0;
  }

  /** Whether nothing is to be set: chown(2) that leaves both ids as they are. */
  boolean changesNothing() {
    Pointer at = request;
    return at != null && opcode == SETATTR && (at.getInt(BYTES) & SETS_ANY) == 0;
  }

  /** The number of the node that a LINK gives another name; 0 if this is none. */
  long linkedNode() {
    Pointer at = request;
    return at == null || opcode != LINK ? 0 : at.getLong(BYTES);
  }

  /** Which request an INTERRUPT is about. */
  long interrupted() {
    Pointer at = request;
    return at == null ? 0 : at.getLong(BYTES);
  }

  /** The new name that a RENAME gives; empty if this is none. */
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
