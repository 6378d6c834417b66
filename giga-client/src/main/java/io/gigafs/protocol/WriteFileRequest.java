package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Makes or empties a file, writes it and closes it, in one. Not done unless the name is free or
 * that of a regular file that nobody has open, and the server keeps, and may keep, the bytes.
 *
 * @param mode permission bits of a file that is made (07777), the umask already applied
 * @param bytes all that the file is to hold
 * @param sync whether the answer waits until the file is on the disk
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record WriteFileRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    int mode,
    byte[] bytes,
    boolean sync)
    implements Mutation<WriteFileResult> {
  @Override
  public long content() {
    return RequestDigest.mix(RequestDigest.mix(1, mode), bytes);
  }

  @Override
  public Opcode<WriteFileResult> opcode() {
    return Opcode.WRITE_FILE;
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .caller(caller)
        .sequence(sequence)
        .name(name)
        .mode(mode)
        .bytes(bytes)
        .flag(sync);
  }

  static WriteFileRequest read(WireReader in) {
    return new WriteFileRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        in.mode(),
        in.bytes(),
        in.flag());
  }
}
