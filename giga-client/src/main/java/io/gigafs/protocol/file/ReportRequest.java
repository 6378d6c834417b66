package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Sequence;

/**
 * Reports what a client wrote directly to a file's object.
 *
 * @param sync whether the answer waits until the entry is durable
 */
public record ReportRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    DataReport report,
    boolean sync)
    implements Mutation<DataResult>, HandleRequest<DataResult> {
  static final Codec<ReportRequest> CODEC =
      Codec.of(ReportRequest.class, HANDLE_MUTATION_HEAD, DataReport.CODEC, FLAG);

  public static final Opcode<DataResult> OPCODE = Opcode.of(41, "REPORT", CODEC, DataResult.CODEC);
}
