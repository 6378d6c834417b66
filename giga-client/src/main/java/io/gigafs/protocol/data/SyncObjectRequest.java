package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HANDLE_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Result.Empty;

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
  static final Codec<SyncObjectRequest> CODEC =
      Codec.of(SyncObjectRequest.class, HANDLE_HEAD, FLAG);

  public static final Opcode<Empty> OPCODE = Opcode.of(45, "SYNC_OBJECT", CODEC, Empty.CODEC);
}
