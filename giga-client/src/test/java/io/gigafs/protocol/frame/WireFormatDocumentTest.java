package io.gigafs.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.protocol.namespace.LookupResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
                6,
                new long[] {7},
                NameList.of(List.of(Name.of("hello.txt"))),
                null,
                0644,
                true,
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
                new BulkCreateResult(
                    new int[1],
                    new long[] {InodeId.of(3, 16).value()},
                    new NewFiles(0644, 1000, 1000, 1_700_000_000_000_000_000L),
                    List.of(),
                    null,
                    LookupResult.NOT_TO_BE_KEPT))));
  }

  @Test
  void failed() throws IOException {
    assertDocumented(
        "failed answer",
        new Frame.OfAnswer(
            300,
            CreateRequest.OPCODE,
            new Answer.Failed<BulkCreateResult>(ErrorCode.EEXIST, "hello.txt")));
  }

  @Test
  void split() throws IOException {
    PartitionMap map = PartitionMap.UNSPLIT.with(new PartitionIndex(1)).with(new PartitionIndex(3));
    assertDocumented(
        "split answer",
        new Frame.OfAnswer(300, CreateRequest.OPCODE, new Answer.Split<BulkCreateResult>(map)));
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
