package io.gigafs.rpc;

import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.cache.CachePermitRequest;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.VolumesRequest;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.ExposeRequest;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadRequest;
import io.gigafs.protocol.file.ReportRequest;
import io.gigafs.protocol.file.SpillRequest;
import io.gigafs.protocol.file.WriteRequest;
import io.gigafs.protocol.fsck.CheckRequest;
import io.gigafs.protocol.fsck.HeadersRequest;
import io.gigafs.protocol.fsck.RecheckRequest;
import io.gigafs.protocol.fsck.SubdirectoriesRequest;
import io.gigafs.protocol.namespace.GetXattrsRequest;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.PartitionAttributesRequest;
import io.gigafs.protocol.namespace.SumRequest;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.transaction.PrepareRequest;
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

  /** The outcome of an entry of a bulk request, and its inode id. */
  private static final int OUTCOME = 12;

  /** The same with attributes. */
  private static final int CREATED = 96;

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
    set(LOOKUP, LookupRequest.OPCODE, PartitionAttributesRequest.OPCODE);
    set(PERMIT, CachePermitRequest.OPCODE);
    set(
        inline,
        ReadRequest.OPCODE,
        ReadFileRequest.OPCODE,
        ExposeRequest.OPCODE,
        OpenRequest.OPCODE,
        WriteRequest.OPCODE,
        CloseRequest.OPCODE,
        SpillRequest.OPCODE,
        ReportRequest.OPCODE);
    set(
        PIECE,
        SumRequest.OPCODE,
        CheckRequest.OPCODE,
        RecheckRequest.OPCODE,
        ObjectsRequest.OPCODE,
        StatusRequest.OPCODE,
        CheckpointRequest.OPCODE,
        VolumesRequest.OPCODE,
        HeadersRequest.OPCODE,
        SubdirectoriesRequest.OPCODE,
        PrepareRequest.OPCODE);
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
    } else if (request instanceof CreateRequest create) {
      int each = create.isOwnChange() ? CREATED : OUTCOME;
      return USUAL + create.numbers().length * each;
    } else if (request instanceof GetXattrsRequest xattrs) {
      return xattrs.xattr() == null ? MAX_XATTRS : USUAL + Xattr.MAX_VALUE_BYTES;
    }
    return byCode[request.opcode().code()];
  }
}
