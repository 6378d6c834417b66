package io.gigafs.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
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
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.protocol.cache.CacheReadRequest;
import io.gigafs.protocol.cache.CacheWriteRequest;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.WriteRequest;
import io.gigafs.protocol.fsck.AdoptRequest;
import io.gigafs.protocol.fsck.AdoptRequest.EntryAttachments;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.namespace.AccessRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
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

  private static CreateRequest creates(long confirmed, long... numbers) {
    List<Name> names = new ArrayList<>();
    for (long number : numbers) {
      names.add(Name.of("file" + number));
    }
    return new CreateRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        confirmed,
        numbers,
        NameList.of(names),
        null,
        0600,
        true,
        true);
  }

  @Test
  void createsHaveAscendingNumbers() {
    assertThatThrownBy(() -> encoded(new Frame.OfRequest(1, 1, creates(6, 7, 9, 8))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mutation 8 of a bulk request follows 9");
    assertThatThrownBy(() -> encoded(new Frame.OfRequest(1, 1, creates(7, 7))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesCreatesWithAnInvalidName() {
    ByteBuf bytes = encoded(new Frame.OfRequest(1, 1, creates(0, 1, 2, 3)));
    int slash = bytes.forEachByte(bytes.readableBytes() - 8, 8, each -> each != '3');
    assertThat(slash).isPositive();
    bytes.setByte(slash, '/');
    assertThatThrownBy(() -> established().decode(bytes))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("slash");
  }

  @Test
  void refusesCreatesWithUnknownFlags() {
    ByteBuf bytes = encoded(new Frame.OfRequest(1, 1, creates(0, 1)));
    int flags = bytes.writerIndex() - "file1".length() - 4;
    assertThat(bytes.getByte(flags)).isEqualTo((byte) 3);
    bytes.setByte(flags, 8);
    assertThatThrownBy(() -> established().decode(bytes))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("CreateRequest at byte 16: no flags are 8");
  }

  @Test
  void attributesOfCreatedAndFoundFilesAreTransferred() {
    FileAttributes there =
        new FileAttributes(new InodeId(9), FileType.REGULAR, 0444, 1, 2, 3, 1, 4, 5, 6, 0);
    BulkCreateResult result =
        new BulkCreateResult(
            new int[] {0, ErrorCode.EEXIST.number(), 0, 0},
            new long[] {7, 0, 9, 1L << 40},
            new NewFiles(0640, 7, 8, 123_456_789L),
            List.of(there),
            null,
            LookupResult.NOT_TO_BE_KEPT);
    Frame decoded =
        established()
            .decode(
                encoded(new Frame.OfAnswer(1, CreateRequest.OPCODE, new Answer.Done<>(result))));
    assertThat(decoded).isInstanceOf(Frame.OfAnswer.class);
    if (decoded instanceof Frame.OfAnswer answer
        && answer.answer() instanceof Answer.Done<?> done
        && done.result() instanceof BulkCreateResult read) {
      assertThat(read.attributes(2)).isEqualTo(there);
      for (int i : new int[] {0, 3}) {
        FileAttributes made = read.attributes(i);
        assertThat(made.inode().value()).isEqualTo(result.inodes()[i]);
        assertThat(made.mode()).isEqualTo(0640);
        assertThat(made.uid()).isEqualTo(7);
        assertThat(made.gid()).isEqualTo(8);
        assertThat(made.modifiedNanos()).isEqualTo(123_456_789L);
      }
    } else {
      throw new AssertionError("not the result: " + decoded);
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

  private static MakeDirectoryRequest numbered(long number, long confirmed) {
    return new MakeDirectoryRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        new Sequence(number, confirmed),
        Name.of("a"),
        0644);
  }

  @ParameterizedTest
  @MethodSource("requestsThatMeanNothing")
  void refusesInvalidValues(Request<?> request) {
    ByteBuf bytes = encoded(new Frame.OfRequest(1, 1_000, request));
    assertThatThrownBy(() -> established().decode(bytes)).isInstanceOf(ProtocolException.class);
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
            new MakeDirectoryRequest(
                InodeId.ROOT,
                PartitionIndex.ZEROTH,
                Caller.ROOT,
                new Sequence(1, 0),
                Name.of("a"),
                0100644));
    assertThatThrownBy(() -> encoded(badMode))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0100644");
  }

  @Test
  void refusalsNameTheMessageAndTheField() {
    ByteBuf make = encoded(new Frame.OfRequest(1, 1, numbered(1, 0)));
    make.setShort(make.writerIndex() - 2, 0100644);
    assertThatThrownBy(() -> established().decode(make))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("MakeDirectoryRequest.mode: no mode is 0100644");

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
            new Answer.Failed<BulkCreateResult>(ErrorCode.EIO, "€".repeat(5_000)));
    Frame cut =
        new Frame.OfAnswer(
            1,
            CreateRequest.OPCODE,
            new Answer.Failed<BulkCreateResult>(ErrorCode.EIO, "€".repeat(682)));
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
