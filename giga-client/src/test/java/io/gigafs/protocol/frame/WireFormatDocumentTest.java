package io.gigafs.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.CreateRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the examples in docs/wire-format.md with the encoded frames. */
final class WireFormatDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "wire-format.md");
  private static final UUID CLUSTER = UUID.fromString("6d1f0c9a-4b7e-4c11-9a52-0e8f3d2b7a64");

  @Test
  void clientHello() throws IOException {
    assertDocumented(
        "client hello",
        new Frame.ClientHello(1, 1, Frame.Role.CLIENT, 0x1122334455667788L, CLUSTER, 16 << 20));
  }

  @Test
  void serverHello() throws IOException {
    assertDocumented(
        "server hello",
        new Frame.ServerHello(1, CLUSTER, "s1", 16 << 20, "/var/lib/giga/giga.sock"));
  }

  @Test
  void create() throws IOException {
    assertDocumented(
        "create request",
        new Frame.OfRequest(
            300,
            10_000,
            new CreateRequest(
                InodeId.ROOT,
                PartitionIndex.ZEROTH,
                new Caller(1000, 1000, 4, 27),
                new Sequence(7, 6),
                Name.of("hello.txt"),
                0644,
                true)));
  }

  @Test
  void created() throws IOException {
    assertDocumented(
        "create answer",
        new Frame.OfAnswer(
            300,
            CreateRequest.OPCODE,
            new Answer.Done<>(
                new EntryResult(
                    new FileAttributes(
                        InodeId.of(3, 16),
                        FileType.REGULAR,
                        0644,
                        1000,
                        1000,
                        0,
                        1,
                        1_700_000_000_000_000_000L,
                        1_700_000_000_000_000_000L,
                        1_700_000_000_000_000_000L,
                        0,
                        1_700_000_000_000_000_000L,
                        0)))));
  }

  @Test
  void failed() throws IOException {
    assertDocumented(
        "failed answer",
        new Frame.OfAnswer(
            300,
            CreateRequest.OPCODE,
            new Answer.Failed<EntryResult>(ErrorCode.EEXIST, "hello.txt")));
  }

  @Test
  void split() throws IOException {
    PartitionMap map = PartitionMap.UNSPLIT.with(new PartitionIndex(1)).with(new PartitionIndex(3));
    assertDocumented(
        "split answer",
        new Frame.OfAnswer(300, CreateRequest.OPCODE, new Answer.Split<EntryResult>(map)));
  }

  @Test
  void recall() throws IOException {
    assertDocumented(
        "lease recalled",
        new Frame.OfNotice(new Notice.LeaseRecalled(9, InodeId.ROOT, Name.of("home"))));
  }

  @Test
  void namesEveryOperation() throws IOException {
    String document = Files.readString(DOCUMENT);
    for (Opcode<?> opcode : Opcodes.all()) {
      assertThat(document).contains("| " + opcode.code() + " | " + opcode + " |");
    }
  }

  /** Compares a frame with the hex digits, without comments, of the code block below the title. */
  private static void assertDocumented(String title, Frame frame) throws IOException {
    Matcher block =
        Pattern.compile("### Example: " + title + "\n\n```\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOCUMENT));
    ByteBuf bytes = Unpooled.buffer();
    FrameCodec codec = new FrameCodec(1 << 20);
    codec.established(1 << 20);
    codec.encode(frame, bytes);
    String hex = ByteBufUtil.hexDump(bytes);
    assertThat(block.find()).as("there is an example: %s, %s", title, hex).isTrue();
    assertThat(block.group(1).replaceAll("(?m) {2}.*$", "").replaceAll("\\s", "")).isEqualTo(hex);
  }
}
