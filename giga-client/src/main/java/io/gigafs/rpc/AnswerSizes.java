package io.gigafs.rpc;

import io.gigafs.protocol.GetXattrsRequest;
import io.gigafs.protocol.ListRequest;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ReadFilesRequest;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Xattr;
import java.util.Arrays;

/**
 * Estimates the memory that the answer to a request may take, before the request is executed. It
 * overestimates rather than underestimates. Immutable.
 *
 * <p>Bytes of objects on volumes have a budget of their own and are not included.
 */
final class AnswerSizes {
  /** Attributes, an error, or a partition map. */
  private static final int USUAL = 256;

  /** Attributes with the target of a link and access control lists. */
  private static final int LOOKUP = 2 << 10;

  /** Attributes with the path of an object. */
  private static final int PERMIT = 5 << 10;

  private static final int MAX_PAGE = 256 << 10;
  private static final int MAX_FILES = 1 << 20;
  private static final int MAX_XATTRS = 320 << 10;

  /**
   * The length of one piece of a check or a sum, which are answered in pieces of about this length.
   */
  private static final int PIECE = 1 << 20;

  private final int[] byCode = new int[Opcode.MAX_CODES];
  private final int inline;

  /**
   * @param maxInlineBytes the maximum of inline data of a file
   */
  AnswerSizes(int maxInlineBytes) {
    this.inline = maxInlineBytes + LOOKUP;
    Arrays.fill(byCode, USUAL);
    set(LOOKUP, Opcode.LOOKUP, Opcode.PARTITION_ATTRIBUTES);
    set(PERMIT, Opcode.CACHE_PERMIT);
    set(
        inline,
        Opcode.READ,
        Opcode.READ_FILE,
        Opcode.EXPOSE,
        Opcode.OPEN,
        Opcode.WRITE,
        Opcode.CLOSE,
        Opcode.SPILL,
        Opcode.REPORT);
    set(
        PIECE,
        Opcode.SUM,
        Opcode.CHECK,
        Opcode.RECHECK,
        Opcode.OBJECTS,
        Opcode.STATUS,
        Opcode.CHECKPOINT,
        Opcode.VOLUMES,
        Opcode.HEADERS,
        Opcode.SUBDIRECTORIES,
        Opcode.PREPARE_STEP);
  }

  private void set(int bytes, Opcode<?>... opcodes) {
    for (Opcode<?> opcode : opcodes) {
      byCode[opcode.code()] = bytes;
    }
  }

  int of(Request<?> request) {
    if (request instanceof ListRequest list) {
      return USUAL + Math.min(list.maxBytes(), MAX_PAGE);
    } else if (request instanceof ReadFilesRequest files) {
      // The first file is always included, whatever its size.
      return inline + Math.min(files.maxBytes(), MAX_FILES);
    } else if (request instanceof GetXattrsRequest xattrs) {
      return xattrs.xattr() == null ? MAX_XATTRS : USUAL + Xattr.MAX_VALUE_BYTES;
    }
    return byCode[request.opcode().code()];
  }
}
