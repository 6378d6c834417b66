package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.listOf;
import static io.gigafs.protocol.Elements.optional;

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
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Closes a handle and releases its lock of the whole file. Closing a session's last handle also
 * releases the session's byte-range locks. The request includes the handle's pending writes; if
 * they cannot be applied, the handle stays open.
 *
 * @param writes as in {@link WriteRequest}; empty if nothing is pending, or the file is on a volume
 * @param report what the client wrote to the file's object, null if it wrote nothing there
 * @param read whether the handle read bytes, from any source
 * @param sync whether the answer waits until everything that the server stores of the file is
 *     durable
 */
public record CloseRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    List<DataWrite> writes,
    @Nullable DataReport report,
    boolean read,
    boolean sync)
    implements Mutation<DataResult>, HandleRequest<DataResult> {
  static final Codec<CloseRequest> CODEC =
      Codec.of(
              CloseRequest.class,
              HANDLE_MUTATION_HEAD,
              listOf(DataWrite.CODEC),
              optional(DataReport.CODEC),
              FLAG,
              FLAG)
          .byHand(CloseRequest::write, CloseRequest::read);

  public static final Opcode<DataResult> OPCODE = Opcode.of(26, "CLOSE", CODEC, DataResult.CODEC);

  public CloseRequest {
    writes = List.copyOf(writes);
  }

  @Override
  public long content() {
    return DataWrite.content(writes);
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
    out.count(writes.size());
    for (DataWrite each : writes) {
      each.write(out);
    }
    out.flag(report != null);
    if (report != null) {
      report.write(out);
    }
    out.flag(read).flag(sync);
  }

  static CloseRequest read(WireReader in) {
    return new CloseRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        in.list(DataWrite.MIN_BYTES, DataWrite::read),
        in.flag() ? DataReport.read(in) : null,
        in.flag(),
        in.flag());
  }
}
