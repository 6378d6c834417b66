package io.gigafs.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.bulk.MadeFiles;
import io.gigafs.protocol.cache.CacheReadRequest;
import io.gigafs.protocol.cache.CacheWriteRequest;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.WriteRequest;
import io.gigafs.protocol.fsck.AdoptRequest;
import io.gigafs.protocol.fsck.EntryAttachments;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.namespace.AccessRequest;
import io.gigafs.protocol.namespace.CreateRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.SumRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests for the frame codec: random messages round trip, and damaged or hostile bytes are refused.
 */
final class FrameCodecTest {
  private static final int MAX_FRAME_BYTES = 1 << 20;

  static IntStream seeds() {
    return IntStream.range(0, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void decodeReturnsTheEncodedFrames(long seed) {
    FrameCodec codec = established();
    ByteBuf bytes = Unpooled.buffer();
    List<Frame> frames = new RandomMessages(seed).all();
    frames.forEach(frame -> codec.encode(frame, bytes));
    List<Frame> decoded = new ArrayList<>();
    for (Frame frame = codec.decode(bytes); frame != null; frame = codec.decode(bytes)) {
      decoded.add(frame);
    }
    assertThat(bytes.isReadable()).isFalse();
    assertThat(decoded).hasSameSizeAs(frames);
    // Compared one by one: whole lists take four times as long.
    for (int i = 0; i < frames.size(); i++) {
      assertThat(decoded.get(i))
          .usingRecursiveComparison()
          .withStrictTypeChecking()
          .withEqualsForType(FrameCodecTest::holdTheSame, Payload.class)
          .isEqualTo(frames.get(i));
    }
  }

  private static boolean holdTheSame(Payload one, Payload other) {
    return Arrays.equals(one.buffers(), other.buffers());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4_095, 4_096, DataChunk.MAX_BYTES})
  void largePayloadsAreNotCopied(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    Payload payload = Payload.of(bytes);
    Frame frame =
        new Frame.OfAnswer(
            1, ReadObjectRequest.OPCODE, new Answer.Done<>(new DataChunk(payload, payload.crc())));
    ByteBuf head = Unpooled.buffer();
    ByteBuf rest = (ByteBuf) establishedForData().encodeHead(frame, head);
    assertThat(rest != null).isEqualTo(length >= 4_096);
    ByteBuf whole = rest == null ? head : Unpooled.wrappedBuffer(head, rest);
    FrameCodec reader = establishedForData();
    assertThat(reader.dataFrameBytes(whole)).isEqualTo(whole.readableBytes());
    Frame decoded = reader.decode(whole);
    assertThat(decoded).isInstanceOf(Frame.OfAnswer.class);
    if (decoded instanceof Frame.OfAnswer answer) {
      Payload read = Payload.carriedBy(answer.answer());
      assertThat(read != null && read.crc() == payload.crc()).isTrue();
    }
  }

  private static Frame.OfRequest create(long number, int mode) {
    return new Frame.OfRequest(
        number + 100,
        (int) (5_000 - number),
        new CreateRequest(
            InodeId.ROOT,
            new PartitionIndex((int) number),
            Caller.ROOT,
            new Sequence(number, number / 2),
            Name.of("file" + number),
            mode,
            true));
  }

  private static ByteBuf encodedCreates(int... modes) {
    ByteBuf bytes = Unpooled.buffer();
    for (int i = 0; i < modes.length; i++) {
      established().encode(create(i + 1, modes[i]), bytes);
    }
    return bytes;
  }

  private static void assertSame(@Nullable Frame decoded, int from, int mode, int count) {
    assertThat(decoded).isInstanceOf(Frame.OfCreates.class);
    if (decoded instanceof Frame.OfCreates creates) {
      assertThat(creates.creates().size()).isEqualTo(count);
      for (int i = 0; i < count; i++) {
        Frame.OfRequest alone = create(from + i, mode);
        assertThat(creates.ids().get(i)).isEqualTo(alone.id());
        assertThat(creates.creates().request(i)).isEqualTo(alone.request());
      }
      assertThat(creates.remainingMillis()).isEqualTo(5_000 - (from + count - 1));
    }
  }

  @Test
  void similarCreatesAreDecodedAsOneFrame() {
    ByteBuf bytes = encodedCreates(0600, 0600, 0600, 0644, 0644, 0600);
    FrameCodec codec = established();
    assertSame(codec.decode(bytes, 10, Long.MAX_VALUE / 2), 1, 0600, 3);
    assertSame(codec.decode(bytes, 10, Long.MAX_VALUE / 2), 4, 0644, 2);
    assertThat(codec.decode(bytes, 10, Long.MAX_VALUE / 2)).isEqualTo(create(6, 0600));
    assertThat(codec.decode(bytes, 10, Long.MAX_VALUE / 2)).isNull();
    assertThat(bytes.isReadable()).isFalse();
  }

  @Test
  void createsWithDistantNumbersAreNotCombined() {
    ByteBuf bytes = Unpooled.buffer();
    for (long number : new long[] {7, 8, 8 + (1L << 30), 9 + (1L << 30), 10 + (1L << 30)}) {
      established().encode(createWithNumber(number, 7), bytes);
    }
    long far = 1L << 40;
    established().encode(createWithNumber(11, far), bytes);
    FrameCodec codec = established();
    assertThat(numbersOf(codec.decode(bytes, 10, Long.MAX_VALUE / 2))).containsExactly(7L, 8L);
    assertThat(numbersOf(codec.decode(bytes, 10, Long.MAX_VALUE / 2)))
        .containsExactly(8 + (1L << 30), 9 + (1L << 30), 10 + (1L << 30));
    assertThat(codec.decode(bytes, 10, Long.MAX_VALUE / 2)).isEqualTo(createWithNumber(11, far));
  }

  private static Frame.OfRequest createWithNumber(long number, long id) {
    return new Frame.OfRequest(
        id,
        5_000,
        new CreateRequest(
            InodeId.ROOT,
            new PartitionIndex(0),
            Caller.ROOT,
            new Sequence(number, number - 1),
            Name.of("file"),
            0600,
            true));
  }

  private static List<Long> numbersOf(@Nullable Frame decoded) {
    assertThat(decoded).isInstanceOf(Frame.OfCreates.class);
    List<Long> numbers = new ArrayList<>();
    if (decoded instanceof Frame.OfCreates creates) {
      for (int i = 0; i < creates.creates().size(); i++) {
        numbers.add(creates.creates().number(i));
      }
    }
    return numbers;
  }

  @Test
  void combinedCreatesAreLimitedInNumber() {
    ByteBuf bytes = encodedCreates(0600, 0600, 0600);
    FrameCodec codec = established();
    assertSame(codec.decode(bytes, 2, Long.MAX_VALUE / 2), 1, 0600, 2);
    assertThat(codec.decode(bytes, 2, Long.MAX_VALUE / 2)).isEqualTo(create(3, 0600));
    ByteBuf one = encodedCreates(0600, 0600);
    assertThat(codec.decode(one, 1, Long.MAX_VALUE / 2)).isEqualTo(create(1, 0600));
    assertThat(codec.decode(one, 0, Long.MAX_VALUE / 2)).isEqualTo(create(2, 0600));
  }

  @Test
  void combinedCreatesAreLimitedInBytes() {
    ByteBuf bytes = encodedCreates(0600, 0600, 0600, 0600);
    int each = bytes.readableBytes() / 4;
    FrameCodec codec = established();
    assertSame(codec.decode(bytes, 10, each + 1), 1, 0600, 2);
    assertThat(codec.decode(bytes, 10, each)).isEqualTo(create(3, 0600));
  }

  @Test
  void incompleteCreateIsLeftInTheBuffer() {
    ByteBuf bytes = encodedCreates(0600, 0600, 0600);
    bytes.writerIndex(bytes.writerIndex() - 1);
    FrameCodec codec = established();
    assertSame(codec.decode(bytes, 10, Long.MAX_VALUE / 2), 1, 0600, 2);
    int left = bytes.readableBytes();
    assertThat(codec.decode(bytes, 10, Long.MAX_VALUE / 2)).isNull();
    assertThat(bytes.readableBytes()).isEqualTo(left);
  }

  @Test
  void createsBeforeAnInvalidOneAreDecoded() {
    ByteBuf bytes = encodedCreates(0600, 0600, 0600);
    int slash = bytes.forEachByte(bytes.readableBytes() - 8, 8, each -> each != '3');
    assertThat(slash).isPositive();
    bytes.setByte(slash, '/');
    FrameCodec codec = established();
    assertSame(codec.decode(bytes, 10, Long.MAX_VALUE / 2), 1, 0600, 2);
    assertThatThrownBy(() -> codec.decode(bytes, 10, Long.MAX_VALUE / 2))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("slash");
  }

  @Test
  void pipelinedCreatesAreAnsweredOneByOne() {
    MadeFiles made = new MadeFiles(0640, 7, 8, 123_456_789L, 5);
    made.add(4, 17, 1L << 40, (short) 5);
    made.add(2, 9, 3, (short) 6);
    ByteBuf bytes = Unpooled.buffer();
    established().encodeMade(300, made, 1, bytes);
    assertThat(bytes)
        .isEqualTo(
            encoded(
                new Frame.OfAnswer(300, CreateRequest.OPCODE, new Answer.Done<>(made.result(1)))));
    ByteBuf row = Unpooled.buffer();
    new ResultWriter().write(made, 0, 2, row);
    MadeFiles read = MadeFiles.decode(ByteBufUtil.getBytes(row));
    assertThat(read.count()).isEqualTo(2);
    for (int i = 0; i < 2; i++) {
      assertThat(read.number(i)).isEqualTo(made.number(i));
      assertThat(read.result(i)).isEqualTo(made.result(i));
    }
  }

  @Test
  void dataFramesAreDetectedByTheirFirstBytes() {
    for (Frame frame : new RandomMessages(1).all()) {
      ByteBuf whole = encoded(frame);
      boolean isData =
          (frame instanceof Frame.OfRequest request
                  && (request.request() instanceof WriteObjectRequest
                      || request.request() instanceof CacheWriteRequest))
              || (frame instanceof Frame.OfAnswer answer
                  && (answer.opcode() == ReadObjectRequest.OPCODE
                      || answer.opcode() == ReadCachedBlockRequest.OPCODE
                      || answer.opcode() == CacheReadRequest.OPCODE));
      int expected = isData ? whole.readableBytes() : 0;
      assertThat(established().dataFrameBytes(whole)).as("%s", frame).isEqualTo(expected);
      assertThat(established().dataFrameBytes(whole.slice(0, 5))).isZero();
      assertThat(established().dataFrameBytes(whole.slice(0, Math.min(16, whole.capacity()))))
          .as("%s", frame)
          .isEqualTo(expected);
    }
  }

  @Test
  void refusesOversizedFileData() {
    Payload tooLong = Payload.of(new byte[DataChunk.MAX_BYTES + 1]);
    Frame frame =
        new Frame.OfAnswer(
            1, ReadObjectRequest.OPCODE, new Answer.Done<>(new DataChunk(tooLong, 0)));
    assertThatThrownBy(() -> establishedForData().encode(frame, Unpooled.buffer()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1048577 bytes of a file");
    ByteBuf announced =
        Unpooled.buffer().writeInt(2 << 20).writeBytes(new byte[] {5, 1, 43, 0, 0, 0, 0, 0});
    assertThatThrownBy(() -> establishedForData().dataFrameBytes(announced))
        .isInstanceOf(ProtocolException.class);
  }

  private static FrameCodec establishedForData() {
    FrameCodec codec = new FrameCodec(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
    codec.established(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
    return codec;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void decodeReturnsTheEncodedHello(long seed) {
    for (Frame hello : new RandomMessages(seed).hellos()) {
      ByteBuf bytes = Unpooled.buffer();
      new FrameCodec(MAX_FRAME_BYTES).encode(hello, bytes);
      assertThat(new FrameCodec(MAX_FRAME_BYTES).decode(bytes)).isEqualTo(hello);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void waitsForTheRestOfAFrame(long seed) {
    for (Frame frame : new RandomMessages(seed).all()) {
      ByteBuf whole = encoded(frame);
      int cut = new Random(seed).nextInt(whole.readableBytes());
      ByteBuf part = whole.slice(0, cut);
      assertThat(established().decode(part)).isNull();
      assertThat(part.readerIndex()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void refusesEveryTruncation(long seed) {
    for (Frame frame : new RandomMessages(seed).all()) {
      ByteBuf whole = encoded(frame);
      int body = whole.readableBytes() - FrameCodec.LENGTH_BYTES;
      for (int length = 0; length < body; length++) {
        ByteBuf truncated = whole.copy(0, FrameCodec.LENGTH_BYTES + length).setInt(0, length);
        assertThatThrownBy(() -> established().decode(truncated))
            .isInstanceOf(ProtocolException.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void refusesTrailingBytes(long seed) {
    for (Frame frame : new RandomMessages(seed).all()) {
      ByteBuf longer = encoded(frame).writeByte(0);
      longer.setInt(0, longer.readableBytes() - FrameCodec.LENGTH_BYTES);
      assertThatThrownBy(() -> established().decode(longer)).isInstanceOf(ProtocolException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsOrRefusesEveryMutation(long seed) {
    Random random = new Random(seed);
    for (Frame frame : new RandomMessages(seed).all()) {
      ByteBuf whole = encoded(frame);
      for (int i = 0; i < 100; i++) {
        decodeOrRefuse(mutated(whole, random));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsOrRefusesGarbage(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      byte[] garbage = new byte[1 + random.nextInt(200)];
      random.nextBytes(garbage);
      // A valid frame kind, so that the bodies are decoded.
      garbage[0] = (byte) (4 + random.nextInt(5));
      decodeOrRefuse(Unpooled.buffer().writeInt(garbage.length).writeBytes(garbage));
    }
  }

  @Test
  void allocationIsBoundedByTheFrameLength() {
    Random random = new Random(1);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (Frame frame : new RandomMessages(1).all()) {
      ByteBuf whole = encoded(frame);
      for (int i = 0; i < 50; i++) {
        ByteBuf mutated = mutated(whole, random);
        int length = mutated.readableBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        decodeOrRefuse(mutated);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).as("%s", frame).isLessThan(2_000_000L + 64L * length);
      }
    }
  }

  private static ByteBuf mutated(ByteBuf whole, Random random) {
    ByteBuf mutated = whole.copy();
    for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
      int at = FrameCodec.LENGTH_BYTES + random.nextInt(whole.readableBytes() - 4);
      // Many bytes are 0xff, which yields the largest lengths.
      mutated.setByte(at, random.nextBoolean() ? 0xff : random.nextInt(256));
    }
    return mutated;
  }

  private static @Nullable Frame decodeOrRefuse(ByteBuf bytes) {
    try {
      return established().decode(bytes);
    } catch (ProtocolException e) {
      assertThat(e).hasMessageNotContainingAny("null", "\n");
      return null;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET / HTTP/1.1\r\n", "GET ", "SSH-2.0-OpenSSH_9.2\r\n", "\26\3\1\2\0\1\0\1\374"})
  void refusesOtherProtocolsByTheirFirstBytes(String hello) {
    ByteBuf bytes = Unpooled.copiedBuffer(hello, StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> new FrameCodec(MAX_FRAME_BYTES).decode(bytes))
        .isInstanceOf(ProtocolException.class)
        .hasMessageStartingWith("not Giga's protocol: it starts with '")
        .hasMessageNotContainingAny("\r", "\n");
  }

  @Test
  void refusesALongFrameBeforeItsBytesArrive() {
    ByteBuf bytes = Unpooled.buffer().writeInt(MAX_FRAME_BYTES + 1);
    assertThatThrownBy(() -> established().decode(bytes))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("a frame of 1048577 bytes");
  }

  static List<Request<?>> requestsThatMeanNothing() {
    FileAttributes file =
        new FileAttributes(InodeId.ROOT, FileType.REGULAR, 0644, 0, 0, 0, 1, 0, 0, 0, 0);
    FileAttributes negative =
        new FileAttributes(InodeId.ROOT, FileType.REGULAR, 0644, 0, 0, -1, 1, 0, 0, 0, 0);
    PartitionIndex zeroth = PartitionIndex.ZEROTH;
    Name name = Name.of("a");
    return List.of(
        new AdoptRequest(
            InodeId.ROOT,
            zeroth,
            name,
            file,
            new EntryAttachments(Limits.KNOWN_MARKS + 1, new byte[0], List.of())),
        new AdoptRequest(InodeId.ROOT, zeroth, name, negative, EntryAttachments.NONE),
        new SumRequest(InodeId.ROOT, zeroth, Caller.ROOT, new Position(2), null, new Position(1)),
        new WriteRequest(
            InodeId.ROOT,
            zeroth,
            Caller.ROOT,
            new Sequence(1, 0),
            name,
            new FileHandle(InodeId.ROOT, 1, 1),
            List.of(new DataWrite(-2, new byte[1])),
            false),
        numbered(1L << 31, 0),
        numbered(1L << 40, 1),
        numbered(-5, -9));
  }

  private static CreateRequest numbered(long number, long confirmed) {
    return new CreateRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        new Sequence(number, confirmed),
        Name.of("a"),
        0644,
        true);
  }

  @ParameterizedTest
  @MethodSource("requestsThatMeanNothing")
  void refusesInvalidValues(Request<?> request) {
    ByteBuf bytes = encoded(new Frame.OfRequest(1, 1_000, request));
    assertThatThrownBy(() -> established().decode(bytes, 1_024, Long.MAX_VALUE))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void createBeforeOneWithAnInvalidNumberIsDecoded() {
    ByteBuf bytes = encoded(new Frame.OfRequest(1, 1_000, numbered(7, 6)));
    bytes.writeBytes(encoded(new Frame.OfRequest(2, 1_000, numbered(1L << 40, 1))));
    FrameCodec codec = established();
    assertThat(codec.decode(bytes, 1_024, 1 << 20))
        .isInstanceOfSatisfying(
            Frame.OfCreates.class, read -> assertThat(read.creates().size()).isEqualTo(1));
    assertThatThrownBy(() -> codec.decode(bytes, 1_024, 1 << 20))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void refusesAnEmptyFrame() {
    ByteBuf bytes = Unpooled.buffer().writeInt(0);
    assertThatThrownBy(() -> established().decode(bytes)).isInstanceOf(ProtocolException.class);
  }

  @Test
  void refusesFramesOutOfHandshakeOrder() {
    ByteBuf hello = Unpooled.buffer();
    new FrameCodec(MAX_FRAME_BYTES).encode(new RandomMessages(1).hellos().get(0), hello);
    assertThatThrownBy(() -> established().decode(hello)).isInstanceOf(ProtocolException.class);
    ByteBuf request = encoded(new RandomMessages(1).request(CreateRequest.OPCODE));
    assertThatThrownBy(() -> new FrameCodec(MAX_FRAME_BYTES).decode(request))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void acceptsAServerHelloWithoutALocalSocket() {
    Frame hello = new Frame.ServerHello(1, new UUID(1, 2), "s1", MAX_FRAME_BYTES, "");
    ByteBuf bytes = Unpooled.buffer();
    new FrameCodec(MAX_FRAME_BYTES).encode(hello, bytes);
    bytes.writerIndex(bytes.writerIndex() - 1);
    bytes.setInt(0, bytes.readableBytes() - FrameCodec.LENGTH_BYTES);
    assertThat(new FrameCodec(MAX_FRAME_BYTES).decode(bytes)).isEqualTo(hello);
    assertThat(bytes.isReadable()).isFalse();
  }

  @Test
  void ignoresUnknownFieldsOfANewerHello() {
    Frame hello = new RandomMessages(1).hellos().get(0);
    ByteBuf bytes = Unpooled.buffer();
    new FrameCodec(MAX_FRAME_BYTES).encode(hello, bytes);
    bytes.writeLong(42);
    bytes.setInt(0, bytes.readableBytes() - FrameCodec.LENGTH_BYTES);
    assertThat(new FrameCodec(MAX_FRAME_BYTES).decode(bytes)).isEqualTo(hello);
    assertThat(bytes.isReadable()).isFalse();
  }

  @Test
  void oversizedMessageLeavesTheBufferUnchanged() {
    FrameCodec codec = new FrameCodec(MAX_FRAME_BYTES);
    codec.established(Limits.MIN_FRAME_BYTES);
    ByteBuf bytes = Unpooled.buffer().writeByte(1);
    Frame tooLong =
        new Frame.OfRequest(
            1,
            1,
            new InstallChunkRequest(
                InodeId.ROOT, PartitionIndex.ZEROTH, 1, 0, "entries", 0, new byte[70_000]));
    assertThatThrownBy(() -> codec.encode(tooLong, bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exceeds the 65536 that are taken");
    assertThat(bytes.readableBytes()).isEqualTo(1);
  }

  @Test
  void refusesToEncodeInvalidValues() {
    Frame badMode =
        new Frame.OfRequest(
            1,
            1,
            new CreateRequest(
                InodeId.ROOT,
                PartitionIndex.ZEROTH,
                Caller.ROOT,
                new Sequence(1, 0),
                Name.of("a"),
                0100644,
                true));
    assertThatThrownBy(() -> encoded(badMode))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0100644");
  }

  @Test
  void refusalsNameTheMessageAndTheField() {
    ByteBuf create = encoded(new Frame.OfRequest(1, 1, numbered(1, 0)));
    create.setShort(create.writerIndex() - 3, 0100644);
    assertThatThrownBy(() -> established().decode(create))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("CreateRequest.mode: no mode is 0100644");

    ByteBuf access =
        encoded(
            new Frame.OfRequest(
                1,
                1,
                new AccessRequest(
                    InodeId.ROOT,
                    PartitionIndex.ZEROTH,
                    Caller.ROOT,
                    Name.of("a"),
                    4,
                    true,
                    null)));
    access.setByte(access.writerIndex() - 1, 7);
    assertThatThrownBy(() -> established().decode(access))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("AccessRequest.expected: a flag is 0 or 1, not 7");
  }

  @Test
  void refusalsOfTruncatedMessagesNameTheMessage() {
    for (Opcode<?> opcode : Opcodes.all()) {
      RandomMessages random = new RandomMessages(opcode.code());
      assertTruncatedIsNamed(opcode.request().type(), random.request(opcode));
      assertTruncatedIsNamed(opcode.result().type(), random.answers(opcode).get(0));
    }
  }

  private static void assertTruncatedIsNamed(Class<?> type, Frame frame) {
    if (!type.isRecord() || type.getRecordComponents().length == 0) {
      return;
    }
    ByteBuf bytes = encoded(frame);
    bytes.writerIndex(bytes.writerIndex() - 1);
    bytes.setInt(0, bytes.readableBytes() - FrameCodec.LENGTH_BYTES);
    assertThatThrownBy(() -> established().decode(bytes))
        .isInstanceOf(ProtocolException.class)
        .hasMessageMatching(type.getSimpleName() + "( at byte \\d+|[.]\\w+|): .*");
  }

  @Test
  void truncatesLongErrorDetails() {
    Frame frame =
        new Frame.OfAnswer(
            1,
            CreateRequest.OPCODE,
            new Answer.Failed<EntryResult>(ErrorCode.EIO, "€".repeat(5_000)));
    Frame cut =
        new Frame.OfAnswer(
            1,
            CreateRequest.OPCODE,
            new Answer.Failed<EntryResult>(ErrorCode.EIO, "€".repeat(682)));
    assertThat(established().decode(encoded(frame))).isEqualTo(cut);
  }

  @Test
  void reusesTheLastDecodedCaller() {
    FrameCodec codec = established();
    ByteBuf bytes = Unpooled.buffer();
    for (int uid : new int[] {1, 1, 2}) {
      codec.encode(lookup(new Caller(uid, 5, 6, 7)), bytes);
    }
    Caller first = caller(codec.decode(bytes));
    assertThat(caller(codec.decode(bytes))).isSameAs(first);
    assertThat(caller(codec.decode(bytes))).isEqualTo(new Caller(2, 5, 6, 7));
  }

  private static Frame lookup(Caller caller) {
    return new Frame.OfRequest(
        1,
        1,
        new LookupRequest(
            InodeId.ROOT, PartitionIndex.ZEROTH, caller, Name.of("a"), false, false, false));
  }

  private static Caller caller(@Nullable Frame frame) {
    assertThat(frame).isInstanceOf(Frame.OfRequest.class);
    return frame instanceof Frame.OfRequest request
            && request.request() instanceof LookupRequest lookup
        ? lookup.caller()
        : Caller.ROOT;
  }

  @Test
  void everyOpcodeIsFoundByItsNumber() {
    assertThat(Opcodes.all())
        .hasSize((int) declaredOpcodes())
        .allMatch(o -> Opcodes.ofCode(o.code()) == o);
    for (Opcode<?> opcode : Opcodes.all()) {
      if (new RandomMessages(0).request(opcode) instanceof Frame.OfRequest request) {
        assertThat(request.request().opcode()).isSameAs(opcode);
      }
    }
  }

  private static long declaredOpcodes() {
    return new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.gigafs.protocol")
            .stream()
            .flatMap(type -> type.getFields().stream())
            .filter(field -> field.getModifiers().contains(JavaModifier.STATIC))
            .filter(field -> field.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(field -> field.getRawType().isEquivalentTo(Opcode.class))
            .count();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 0x7f, 0x80, 0x3fff, 0x4000, 0xfffffff, 0x10000000, -1})
  void varintLengthMatchesTheEncoding(int value) {
    ByteBuf bytes = Unpooled.buffer();
    WireWriter writer = new WireWriter();
    writer.reset(bytes);
    writer.varint(value);
    assertThat(WireWriter.bytesOf(value))
        .as(ByteBufUtil.hexDump(bytes))
        .isEqualTo(bytes.readableBytes());
  }

  private static FrameCodec established() {
    FrameCodec codec = new FrameCodec(MAX_FRAME_BYTES);
    codec.established(MAX_FRAME_BYTES);
    return codec;
  }

  private static ByteBuf encoded(Frame frame) {
    ByteBuf bytes = Unpooled.buffer();
    established().encode(frame, bytes);
    return bytes;
  }
}
