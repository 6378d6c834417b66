package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

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
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.SYNC_OBJECT;
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
