package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.HANDLE_HEAD;
import static io.gigafs.protocol.Elements.SIZE;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Reads from a file's object on a volume through the server: data path {@code server}.
 *
 * @param offset where to start
 * @param length the number of bytes, at most {@link DataChunk#MAX_BYTES}; fewer are returned only
 *     at the end of the file
 */
public record ReadObjectRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Name name,
    FileHandle handle,
    long offset,
    int length)
    implements HandleRequest<DataChunk> {
  static final Codec<ReadObjectRequest> CODEC =
      Codec.of(ReadObjectRequest.class, HANDLE_HEAD, SIZE, COUNT)
          .byHand(ReadObjectRequest::write, ReadObjectRequest::read);

  public static final Opcode<DataChunk> OPCODE =
      Opcode.of(43, "READ_OBJECT", CODEC, DataChunk.CODEC);

  public ReadObjectRequest {
    if (length < 0 || length > DataChunk.MAX_BYTES) {
      throw new IllegalArgumentException(
          "0 to " + DataChunk.MAX_BYTES + " bytes of a file are read at a time, not " + length);
    }
  }

  @Override
  public int answerDataBytes() {
    return length;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
    handle.write(out);
    out.varlong(offset).count(length);
  }

  static ReadObjectRequest read(WireReader in) {
    return new ReadObjectRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.name(),
        FileHandle.read(in),
        in.size(),
        in.count());
  }
}
