package io.gigafs.server.reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests {@link BulkReplyEntry}: the stored answers to the mutations of one bulk request. */
class BulkReplyEntryTest {
  private static final int ELSEWHERE = BulkCreateResult.ELSEWHERE;

  private final ReplyScratch scratch = new ReplyScratch();

  @Test
  void rowContainsTheAnswerOfEachMutation() {
    ReplyBody row = row(many(new long[] {11, 12, 20, 21, 22, 40}, 0, 17, 0, 0, ELSEWHERE, 0));
    assertThat(row.last()).isEqualTo(40);
    assertThat(outcomeOf(row, 11)).isEqualTo("0 of 111");
    assertThat(outcomeOf(row, 12)).isEqualTo("17 of 0");
    assertThat(outcomeOf(row, 20)).isEqualTo("0 of 120");
    assertThat(outcomeOf(row, 21)).isEqualTo("0 of 121");
    assertThat(outcomeOf(row, 40)).isEqualTo("0 of 140");
    for (long other : new long[] {0, 10, 13, 19, 22, 23, 41}) {
      assertThat(row.find(other)).as("mutation %d", other).isNull();
    }
  }

  @Test
  void attributesOfFilesAreRecorded() {
    FileAttributes there =
        new FileAttributes(new InodeId(9), FileType.REGULAR, 0444, 1, 2, 3, 1, 4, 5, 6, 0);
    NewFiles made = new NewFiles(0640, 7, 8, 123);
    DecidedEntries decided =
        new DecidedEntries(
            new long[] {1, 2, 3, 4},
            new short[4],
            new int[] {ELSEWHERE, 0, 17, 0},
            new long[] {0, 5, 0, 9},
            made,
            List.of(there));
    ReplyBody row = row(Objects.requireNonNull(BulkReplyEntry.of(decided, BulkEntries.all(4))));
    assertThat(attributes(row, 2)).isEqualTo(made.attributes(5));
    assertThat(attributes(row, 3)).isNull();
    assertThat(attributes(row, 4)).isEqualTo(there);
    assertThat(attributes(row(many(new long[] {3}, 0)), 3)).isNull();
  }

  @Test
  void entriesOfAPartitionAreRecordedByThemselves() {
    DecidedEntries decided =
        new DecidedEntries(
            new long[] {1, 2, 5, 6, 7},
            new short[] {10, 20, 50, 60, 70},
            new int[] {0, 0, 17, 0, 0},
            new long[] {101, 102, 0, 106, 107},
            new NewFiles(0640, 7, 8, 123),
            List.of());
    ReplyBody row =
        row(
            Objects.requireNonNull(
                BulkReplyEntry.of(decided, BulkEntries.of(new int[] {9, 1, 2, 4}, 1, 4))));
    assertThat(outcomeOf(row, 2)).isEqualTo("0 of 102");
    assertThat(outcomeOf(row, 5)).isEqualTo("17 of 0");
    assertThat(outcomeOf(row, 7)).isEqualTo("0 of 107");
    assertThat(Objects.requireNonNull(row.find(7)).isOfEntry(7, (short) 70)).isTrue();
    for (long other : new long[] {1, 3, 6, 8}) {
      assertThat(row.find(other)).as("mutation %d", other).isNull();
    }
    assertThat(row.last()).isEqualTo(7);
  }

  private static @Nullable FileAttributes attributes(ReplyBody row, long number) {
    return Objects.requireNonNull(row.find(number)).attributes(number);
  }

  @Test
  void elsewhereOutcomesAtTheEndsAreOmitted() {
    BulkReplyEntry some = many(new long[] {1, 2, 3, 4}, ELSEWHERE, 0, 0, ELSEWHERE);
    assertThat(List.of(some.first(), some.last())).containsExactly(2L, 3L);
    ReplyBody row = row(some);
    assertThat(row.find(1)).isNull();
    assertThat(row.find(4)).isNull();
    assertThat(row.last()).isEqualTo(3);
    assertThatThrownBy(() -> some.outcome(4)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noEntryIsMadeWithoutDecidedMutations() {
    assertThat(of(new long[] {1, 2}, ELSEWHERE, ELSEWHERE)).isNull();
    assertThat(of(new long[0])).isNull();
  }

  @Test
  void rowsHoldSingleAndBulkEntries() {
    SingleReplyEntry single =
        SingleReplyEntry.of(
            7,
            RequestDigest.of(unlink(7, "a")),
            UnlinkRequest.OPCODE,
            new Answer.Done<>(Empty.INSTANCE));
    SingleReplyEntry refused =
        SingleReplyEntry.of(
            8,
            RequestDigest.of(make(8, "a")),
            MakeDirectoryRequest.OPCODE,
            new Answer.Failed<>(ErrorCode.EEXIST, "why"));
    ReplyBody row = row(single, many(new long[] {3, 4}, 0, 0), refused);
    assertThat(Objects.requireNonNull(row.find(7)).answer(7, unlink(7, "a")))
        .isEqualTo(new Answer.Done<>(Empty.INSTANCE));
    assertThat(outcomeOf(row, 4)).isEqualTo("0 of 104");
    assertThat(Objects.requireNonNull(row.find(8)).answer(8, make(8, "a")))
        .isEqualTo(new Answer.Failed<>(ErrorCode.EEXIST, "why"));
    assertInvalid(Objects.requireNonNull(row.find(7)).answer(7, make(7, "a")));
    assertInvalid(Objects.requireNonNull(row.find(7)).answer(7, unlink(7, "b")));
  }

  /** A retry of such a request is executed again instead of getting a misread answer. */
  @Test
  void resultsInOldEncodingsAreSkipped() {
    ByteBuf row = Unpooled.buffer();
    row.writeLong(6);
    byte[] body = {1, 2, 3, 4};
    row.writeLong(7).writeByte(253).writeInt(99).writeByte(0);
    row.writeShort(body.length).writeBytes(body);
    row.writeLong(9).writeByte(252).writeInt(body.length).writeBytes(body);
    row.writeLong(10).writeByte(251).writeInt(body.length).writeBytes(body);
    SingleReplyEntry known =
        SingleReplyEntry.of(
            8,
            RequestDigest.of(unlink(8, "a")),
            UnlinkRequest.OPCODE,
            new Answer.Done<>(Empty.INSTANCE));
    byte[] now = new ReplyBody(1, 6, List.of(known)).encode(scratch);
    row.writeBytes(now, Long.BYTES, now.length - Long.BYTES);
    ReplyBody read = ReplyBody.decode(1, ByteBufUtil.getBytes(row));
    assertThat(read.find(7)).isNull();
    assertThat(read.find(9)).isNull();
    assertThat(read.find(10)).isNull();
    assertThat(Objects.requireNonNull(read.find(8)).answer(8, unlink(8, "a")))
        .isEqualTo(new Answer.Done<>(Empty.INSTANCE));
  }

  @Test
  void requestOfAnotherKindIsRefused() {
    ReplyItem item = row(many(new long[] {3, 4}, 0, 0)).find(3);
    assertInvalid(Objects.requireNonNull(item).answer(3, make(3, "a")));
    assertThat(item.isOfEntry(3, (short) 3)).isTrue();
    assertThat(item.isOfEntry(3, (short) 4)).isFalse();
  }

  @Test
  void eachAnswerTakesFewBytes() {
    long[] numbers = LongStream.rangeClosed(1_000_000, 1_065_535).toArray();
    int[] outcomes = new int[numbers.length];
    ReplyBody row = new ReplyBody(1, 0, List.of(many(numbers, outcomes)));
    assertThat(row.encode(scratch).length).isLessThan(5 * numbers.length);
    assertThat(outcomeOf(row(many(numbers, outcomes)), 1_065_535)).isEqualTo("0 of 1065635");
  }

  /** The row after encoding and decoding. */
  private ReplyBody row(ReplyItem... items) {
    return ReplyBody.decode(1, new ReplyBody(1, 0, List.of(items)).encode(scratch));
  }

  private static void assertInvalid(Answer<?> answer) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            Answer.Failed.class, failed -> assertThat(failed.code()).isEqualTo(ErrorCode.EINVAL));
  }

  private static UnlinkRequest unlink(long number, String name) {
    return new UnlinkRequest(
        InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, new Sequence(number, 0), Name.of(name));
  }

  private static MakeDirectoryRequest make(long number, String name) {
    return new MakeDirectoryRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        new Sequence(number, 0),
        Name.of(name),
        0644);
  }

  private static @Nullable BulkReplyEntry of(long[] numbers, int... outcomes) {
    int count = numbers.length;
    return BulkReplyEntry.of(
        new DecidedEntries(numbers, new short[count], outcomes, new long[count], null, List.of()),
        BulkEntries.all(count));
  }

  private static BulkReplyEntry many(long[] numbers, int... outcomes) {
    long[] inodes = new long[numbers.length];
    short[] digests = new short[numbers.length];
    for (int i = 0; i < inodes.length; i++) {
      inodes[i] = outcomes[i] == 0 ? 100 + numbers[i] : 0;
      digests[i] = (short) numbers[i];
    }
    return Objects.requireNonNull(
        BulkReplyEntry.of(
            new DecidedEntries(numbers, digests, outcomes, inodes, null, List.of()),
            BulkEntries.all(numbers.length)));
  }

  private static String outcomeOf(ReplyBody row, long number) {
    ReplyItem item = Objects.requireNonNull(row.find(number));
    return item.outcome(number) + " of " + item.inode(number);
  }
}
