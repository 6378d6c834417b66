package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.HANDLE_HEAD;

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

/** Reads the inline data of an open file, or the location of its bytes. */
public record ReadRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Name name, FileHandle handle)
    implements HandleRequest<DataResult> {
  static final Codec<ReadRequest> CODEC =
      Codec.of(ReadRequest.class, HANDLE_HEAD).byHand(ReadRequest::write, ReadRequest::read);

  public static final Opcode<DataResult> OPCODE = Opcode.of(38, "READ", CODEC, DataResult.CODEC);

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
    handle.write(out);
  }

  static ReadRequest read(WireReader in) {
    return new ReadRequest(in.inode(), in.partition(), in.caller(), in.name(), FileHandle.read(in));
  }
}
