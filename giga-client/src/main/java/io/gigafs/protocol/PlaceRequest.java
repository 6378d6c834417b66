package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Has the server make an object on a volume that this handle may put the file's bytes into. Nothing
 * changes for the file until {@link SpillRequest}; if that never comes, the object goes with the
 * handle. Fails with EEXIST if the bytes are on a volume already.
 */
public record PlaceRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle)
    implements Mutation<PlaceResult>, HandleRequest<PlaceResult> {
  @Override
  public Opcode<PlaceResult> opcode() {
    return Opcode.PLACE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
  }

  static PlaceRequest read(WireReader in) {
    return new PlaceRequest(
        in.inode(), in.partition(), in.caller(), in.sequence(), in.name(), FileHandle.read(in));
  }
}
