package io.gigafs.protocol.bulk;

import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.listOf;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.file.FileData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of a {@link ReadFilesRequest}, in the order of its names.
 *
 * @param map the partition map for retries if a name belongs to another partition; otherwise null
 */
public record ReadFilesResult(List<Outcome> outcomes, @Nullable PartitionMap map)
    implements Result {
  public static final Codec<ReadFilesResult> CODEC =
      Codec.of(ReadFilesResult.class, listOf(Limits.MAX_BULK, Outcome.CODEC), optional(MAP));

  private static final int ERRORS_FROM = 4;

  /** The outcome of one name. */
  public sealed interface Outcome {
    Codec<Outcome> CODEC =
        Codec.byHand(Outcome.class, ReadFilesResult::write, ReadFilesResult::read);
  }

  /**
   * The file's bytes.
   *
   * @param size of the file, which is zeros behind the bytes
   */
  public record Contents(long size, FileData.Inline data) implements Outcome {}

  /** The file was not read. */
  public enum Unread implements Outcome {
    /** The name belongs to another partition, where the client has to retry. */
    ELSEWHERE(1),
    /** The answer was full; the client has to retry. */
    LATER(2),
    /** The file's bytes are not here, or it is no regular file; it needs a request of its own. */
    ALONE(3);

    private final int code;

    Unread(int code) {
      this.code = code;
    }
  }

  /** The caller has no permission to read it, or another error occurred. */
  public record Refused(ErrorCode code) implements Outcome {}

  private static void write(Outcome outcome, WireWriter out) {
    if (outcome instanceof Contents contents) {
      out.varint(0).varlong(contents.size()).bytes(contents.data().bytes());
      out.int32(contents.data().crc());
    } else if (outcome instanceof Unread unread) {
      out.varint(unread.code);
    } else if (outcome instanceof Refused refused) {
      out.varint(ERRORS_FROM + refused.code().number());
    }
  }

  private static Outcome read(WireReader in) {
    int kind = in.varint();
    return switch (kind) {
      case 0 -> new Contents(in.varlong(), new FileData.Inline(in.bytes(), in.int32()));
      case 1 -> Unread.ELSEWHERE;
      case 2 -> Unread.LATER;
      case 3 -> Unread.ALONE;
      default -> new Refused(ErrorCode.ofNumber(kind - ERRORS_FROM));
    };
  }
}
