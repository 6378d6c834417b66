package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Requests aggregates over the next entries of a directory, in order of position and name. Requires
 * read and search permission.
 *
 * @param partition the partition that holds {@code from}
 * @param from no entry before this position
 * @param after no entry at {@code from} up to and including this name; null to start with the first
 * @param last no entry behind this position, which is not before {@code from}
 */
public record SumRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Position from,
    @Nullable Name after,
    Position last)
    implements PartitionRequest<SumResult> {
  public static final Opcode<SumResult> OPCODE =
      Opcode.of(
          55,
          "SUM",
          Codec.of(SumRequest.class, SumRequest::write, SumRequest::read),
          SumResult.CODEC);

  @Override
  public Opcode<SumResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller);
    out.position(from).nameOrNone(after).position(last);
  }

  static SumRequest read(WireReader in) {
    SumRequest read =
        new SumRequest(
            in.inode(), in.partition(), in.caller(), in.position(), in.nameOrNone(), in.position());
    if (Long.compareUnsigned(read.from.value(), read.last.value()) > 0) {
      throw new ProtocolException("entries are summed up from " + read.from + " to " + read.last);
    }
    return read;
  }
}
