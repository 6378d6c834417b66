package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.NAME_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.NameRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Looks up a name's attributes. Requires search permission on the directory.
 *
 * @param lease whether the client requests a lease on the name, if it is a directory
 * @param keeps whether the client wants to cache the result, if the name is not a directory
 * @param reads whether this counts as an access to the file, if the name is a symbolic link
 * @param ofCopy whether a server that does not own the partition may answer, if it has a copy of
 *     the name; never with a request for a lease or for caching
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
  static final Codec<LookupRequest> CODEC =
      Codec.of(LookupRequest.class, NAME_HEAD, FLAG, FLAG, FLAG, FLAG)
          .byHand(LookupRequest::write, LookupRequest::read);

  public static final Opcode<LookupResult> OPCODE =
      Opcode.of(1, "LOOKUP", CODEC, LookupResult.CODEC);

  /** A lookup at the owner of the partition. */
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
