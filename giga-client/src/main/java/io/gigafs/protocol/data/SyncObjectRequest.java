package io.gigafs.protocol.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Makes durable what the server wrote to a file's object.
 *
 * @param placed whether to sync the object that was placed for the handle, not the file's
 */
public record SyncObjectRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Name name,
    FileHandle handle,
    boolean placed)
    implements HandleRequest<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          45,
          "SYNC_OBJECT",
          Codec.of(SyncObjectRequest.class, SyncObjectRequest::write, SyncObjectRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
    handle.write(out);
    out.flag(placed);
  }

  static SyncObjectRequest read(WireReader in) {
    return new SyncObjectRequest(
        in.inode(), in.partition(), in.caller(), in.name(), FileHandle.read(in), in.flag());
  }
}
