package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.HANDLE_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Reads the attributes of an open file: fstat(2). */
public record HandleStatRequest(
    InodeId directory, PartitionIndex partition, Caller caller, Name name, FileHandle handle)
    implements HandleRequest<EntryResult> {
  static final Codec<HandleStatRequest> CODEC =
      Codec.of(HandleStatRequest.class, HANDLE_HEAD)
          .byHand(HandleStatRequest::write, HandleStatRequest::read);

  public static final Opcode<EntryResult> OPCODE =
      Opcode.of(27, "HANDLE_STAT", CODEC, EntryResult.CODEC);

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
    handle.write(out);
  }

  static HandleStatRequest read(WireReader in) {
    return new HandleStatRequest(
        in.inode(), in.partition(), in.caller(), in.name(), FileHandle.read(in));
  }
}
