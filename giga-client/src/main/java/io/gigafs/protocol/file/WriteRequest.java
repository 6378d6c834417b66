package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.listOf;

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

/**
 * Writes to the inline data of an open file, all of the writes or none. Not applied if the bytes
 * are on a volume, or the result would exceed the inline limit.
 *
 * @param writes in their order; an empty list only makes the file durable
 * @param sync whether the answer waits until the whole content of the file is durable
 */
public record WriteRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    List<DataWrite> writes,
    boolean sync)
    implements Mutation<DataResult>, HandleRequest<DataResult> {
  static final Codec<WriteRequest> CODEC =
      Codec.of(WriteRequest.class, HANDLE_MUTATION_HEAD, listOf(DataWrite.CODEC), FLAG)
          .byHand(WriteRequest::write, WriteRequest::read);

  public static final Opcode<DataResult> OPCODE = Opcode.of(37, "WRITE", CODEC, DataResult.CODEC);

  public WriteRequest {
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
    out.flag(sync);
  }

  static WriteRequest read(WireReader in) {
    return new WriteRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        in.list(DataWrite.MIN_BYTES, DataWrite::read),
        in.flag());
  }
}
