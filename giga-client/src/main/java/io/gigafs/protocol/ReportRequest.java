package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

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
  @Override
  public Opcode<DataResult> opcode() {
    return Opcode.REPORT;
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
