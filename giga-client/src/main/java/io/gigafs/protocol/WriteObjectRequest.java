package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Has the server write to a file's object on a volume: data path {@code server}. Doing it again
 * does no harm, so it has no number.
 *
 * @param offset where
 * @param crc CRC32C of the bytes
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record WriteObjectRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Name name,
    FileHandle handle,
    long offset,
    int crc,
    byte[] bytes)
    implements HandleRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.WRITE_OBJECT;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
    handle.write(out);
    out.varlong(offset).int32(crc).bytes(bytes);
  }

  static WriteObjectRequest read(WireReader in) {
    return new WriteObjectRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.name(),
        FileHandle.read(in),
        in.varlong(),
        in.int32(),
        in.bytes());
  }
}
