package io.gigafs.protocol.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
  public static final Opcode<DataResult> OPCODE =
      Opcode.of(
          41,
          "REPORT",
          Codec.of(ReportRequest.class, ReportRequest::write, ReportRequest::read),
          DataResult.CODEC);

  @Override
  public Opcode<DataResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
    report.write(out);
    out.flag(sync);
  }

  static ReportRequest read(WireReader in) {
    return new ReportRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        DataReport.read(in),
        in.flag());
  }
}
