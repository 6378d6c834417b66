package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Asks for the attributes of a name. Needs search permission on the directory.
 *
 * @param lease whether, if the name is a directory, the client wants to remember it for a while
 * @param keeps whether, if the name is none of a directory, the client wants to keep what it learns
 * @param reads whether, if the name is a symbolic link, this counts as an access to it
 * @param ofCopy whether a server that does not hold the partition may answer, if it has a copy of
 *     the name; never of one that asks for a lease, or keeps what it learns
 */
public record LookupRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Name name,
    boolean lease,
    boolean keeps,
    boolean reads,
    boolean ofCopy)
    implements NameRequest<LookupResult> {
  /** Asks the partition's server. */
  public LookupRequest(
      InodeId directory,
      PartitionIndex partition,
      Caller caller,
      Name name,
      boolean lease,
      boolean keeps,
      boolean reads) {
    this(directory, partition, caller, name, lease, keeps, reads, false);
  }

  @Override
  public Opcode<LookupResult> opcode() {
    return Opcode.LOOKUP;
  }

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .caller(caller)
        .name(name)
        .flag(lease)
        .flag(keeps)
        .flag(reads)
        .flag(ofCopy);
  }

  static LookupRequest read(WireReader in) {
    return new LookupRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.name(),
        in.flag(),
        in.flag(),
        in.flag(),
        in.flag());
  }
}
