package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.INT32;
import static io.gigafs.protocol.Elements.PAYLOAD;
import static io.gigafs.protocol.Elements.SIZE;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Payload.Carrier;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Writes to a file's object on a volume through the server: data path {@code server}. A retry is
 * harmless unless a later write to the same range was executed meanwhile; the sequence number lets
 * the server recognize a delayed duplicate.
 *
 * @param sequence the client's; a write with a confirmed number was answered, and is not executed
 *     again
 * @param placed whether to write to the object that was placed for the handle, not the file's
 * @param offset where to write
 * @param crc CRC32C of the bytes
 */
public record WriteObjectRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    boolean placed,
    long offset,
    int crc,
    Payload payload)
    implements HandleRequest<Empty>, Carrier {
  static final Codec<WriteObjectRequest> CODEC =
      Codec.of(WriteObjectRequest.class, HANDLE_MUTATION_HEAD, FLAG, SIZE, INT32, PAYLOAD)
          .byHand(WriteObjectRequest::write, WriteObjectRequest::read);

  public static final Opcode<Empty> OPCODE = Opcode.of(44, "WRITE_OBJECT", CODEC, Empty.CODEC);

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
    out.flag(placed).varlong(offset).int32(crc).payload(payload);
  }

  static WriteObjectRequest read(WireReader in) {
    return new WriteObjectRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        in.flag(),
        in.size(),
        in.int32(),
        in.payload());
  }
}
