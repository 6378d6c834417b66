package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Searches the next entries of a directory, in order of position and name, for the name of an
 * inode: for a directory that was renamed since it was looked up. Requires no permission, like
 * {@link PartitionAttributesRequest}.
 *
 * @param partition the partition that holds {@code from}
 * @param inode that the name refers to
 * @param from no entry before this position
 * @param after no entry at {@code from} up to and including this name; null to start with the first
 */
public record FindNameRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    InodeId inode,
    Position from,
    @Nullable Name after)
    implements PartitionRequest<FindNameResult> {
  public static final Opcode<FindNameResult> OPCODE =
      Opcode.of(
          60,
          "FIND_NAME",
          Codec.of(FindNameRequest.class, FindNameRequest::write, FindNameRequest::read),
          FindNameResult.CODEC);

  @Override
  public Opcode<FindNameResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).inode(inode);
    out.position(from).nameOrNone(after);
  }

  static FindNameRequest read(WireReader in) {
    return new FindNameRequest(
        in.inode(), in.partition(), in.caller(), in.inode(), in.position(), in.nameOrNone());
  }
}
