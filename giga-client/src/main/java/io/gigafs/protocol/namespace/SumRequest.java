package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.listOf;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import java.util.List;
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
    implements PartitionRequest<SumRequest.SumResult> {
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

  /**
   * Aggregates over entries of a directory.
   *
   * @param files the number of entries that are no directories and not in the list
   * @param bytes the sum of the sizes of those that are regular files
   * @param entries those that the client has to query separately, without attributes: directories,
   *     names of hard-linked files, and files whose size is only known to the volume
   * @param next where to continue: a position, and a name if there is more in the partition; null
   *     at the end of the directory
   * @param map the directory's partition map as this partition knows it
   */
  public record SumResult(
      long files,
      long bytes,
      List<ListedEntry> entries,
      ListResult.@Nullable Cursor next,
      PartitionMap map)
      implements Result {
    public static final Codec<SumResult> CODEC =
        Codec.of(
            SumResult.class,
            VARLONG,
            VARLONG,
            listOf(ListedEntry.CODEC),
            optional(ListResult.Cursor.CODEC),
            MAP);
  }
}
