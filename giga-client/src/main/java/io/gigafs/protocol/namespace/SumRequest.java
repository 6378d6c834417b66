package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;

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
  private static final Codec<SumRequest> FIELDS =
      Codec.of(SumRequest.class, HEAD, CALLER, POSITION, NAME_OR_NONE, POSITION);

  static final Codec<SumRequest> CODEC = FIELDS.byHand(FIELDS::write, SumRequest::read);

  public static final Opcode<SumResult> OPCODE = Opcode.of(55, "SUM", CODEC, SumResult.CODEC);

  private static SumRequest read(WireReader in) {
    SumRequest read = FIELDS.read(in);
    if (Long.compareUnsigned(read.from.value(), read.last.value()) > 0) {
      throw new ProtocolException("entries are summed up from " + read.from + " to " + read.last);
    }
    return read;
  }
}
