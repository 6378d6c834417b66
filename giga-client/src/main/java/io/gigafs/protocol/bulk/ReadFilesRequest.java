package io.gigafs.protocol.bulk;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.field;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import java.util.List;

/**
 * Reads many files with inline data of one partition, those that the caller has permission to read.
 *
 * @param maxBytes the maximum number of file bytes in the answer; the first file is always included
 */
public record ReadFilesRequest(
    InodeId directory, PartitionIndex partition, Caller caller, List<Name> names, int maxBytes)
    implements PartitionRequest<ReadFilesResult> {
  static final Codec<ReadFilesRequest> CODEC =
      Codec.of(
          ReadFilesRequest.class,
          HEAD,
          CALLER,
          field("maxBytes", COUNT),
          listOf(Limits.MAX_BULK, NAME));

  public static final Opcode<ReadFilesResult> OPCODE =
      Opcode.of(53, "READ_FILES", CODEC, ReadFilesResult.CODEC);
}
