package io.gigafs.rpc;

import static io.gigafs.rpc.RpcFixture.await;
import static io.gigafs.rpc.RpcFixture.in;
import static io.gigafs.rpc.RpcFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.Endpoint;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.data.ReadObjectRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests for answers whose bytes the kernel sends from a file. */
@ExtendWith(LeakCheck.class)
final class FileRegionTest {
  private static final int MIB = 1 << 20;
  private static final int FILE_BYTES = 3 * MIB;

  @TempDir Path directory;
  private final byte[] bytes = new byte[FILE_BYTES];
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();
  private @Nullable FileChannel file;
  private RpcFixture rpc = new RpcFixture(Transport.AUTO);

  @BeforeEach
  void write() throws IOException {
    new Random(1).nextBytes(bytes);
    file = FileChannel.open(Files.write(directory.resolve("file"), bytes));
  }

  @AfterEach
  void close() throws IOException {
    rpc.close();
    file().close();
  }

  private FileChannel file() {
    return Objects.requireNonNull(file);
  }

  /** A region of a file that other answers share. */
  private Payload region(long position, int length) {
    open.incrementAndGet();
    made.incrementAndGet();
    return Payload.ofFile(file(), position, length, open::decrementAndGet);
  }

  private final class FileHandler extends EchoHandler {
    @Override
    @SuppressWarnings("unchecked") // of READ_OBJECT
    public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
      if (request instanceof ReadObjectRequest read) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, (int) read.offset(), read.length());
        Payload payload = region(read.offset(), read.length());
        ((Exchange<DataChunk>) exchange)
            .answer(new Answer.Done<>(new DataChunk(payload, (int) crc.getValue())));
      } else {
        super.handle(request, exchange);
      }
    }
  }

  private static ReadObjectRequest read(long offset, int length) {
    return new ReadObjectRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        Name.of("f"),
        new FileHandle(InodeId.ROOT, 1, 1),
        offset,
        length);
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void regionsArriveUnchangedAndTheFileStaysOpen(Transport transport) throws Exception {
    rpc = new RpcFixture(transport);
    Endpoint server = rpc.server(new FileHandler()).endpoint();
    NettyRpcClient client = rpc.client();
    List<CompletableFuture<Answer<DataChunk>>> reads = new ArrayList<>();
    int[] lengths = {MIB, 1, 100, 4_095, 4_096, 65_536, 500_000, MIB, 0, MIB};
    for (int i = 0; i < lengths.length; i++) {
      reads.add(client.call(server, read(i * 1_000L, lengths[i]), in(20_000)));
    }
    for (int i = 0; i < lengths.length; i++) {
      Answer<DataChunk> answer = await(reads.get(i));
      assertThat(answer).isInstanceOf(Answer.Done.class);
      DataChunk chunk = ((Answer.Done<DataChunk>) answer).result();
      assertThat(chunk.payload().crc()).isEqualTo(chunk.crc());
      ByteBuffer got = ByteBuffer.allocate(lengths[i]);
      Arrays.stream(chunk.payload().buffers()).forEach(got::put);
      assertThat(got.array())
          .isEqualTo(Arrays.copyOfRange(bytes, i * 1_000, i * 1_000 + lengths[i]));
      chunk.payload().release();
    }
    until(() -> open.get() == 0);
    assertThat(file().isOpen()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void regionsOfADisconnectedClientAreReleased(Transport transport) throws Exception {
    rpc = new RpcFixture(transport);
    Endpoint server = rpc.server(new FileHandler()).endpoint();
    NettyRpcClient client = rpc.client();
    List<CompletableFuture<Answer<DataChunk>>> reads = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      reads.add(client.call(server, read(0, MIB), in(20_000)));
    }
    until(() -> made.get() > 0);
    client.close();
    for (CompletableFuture<Answer<DataChunk>> each : reads) {
      each.handle((answer, failure) -> answer).thenAccept(FileRegionTest::release).join();
    }
    until(() -> open.get() == 0);
    assertThat(file().isOpen()).isTrue();
  }

  private static void release(@Nullable Answer<DataChunk> answer) {
    if (answer != null) {
      Payload.releaseOf(answer);
    }
  }
}
