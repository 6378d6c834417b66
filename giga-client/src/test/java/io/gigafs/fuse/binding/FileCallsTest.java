package io.gigafs.fuse.binding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.memory.MemoryFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests on open files, with a file in the kernel's place that takes what is sent there. */
class FileCallsTest {
  private static final byte[] PATH = "/f".getBytes(UTF_8);
  private static final byte[] NAME = "f".getBytes(UTF_8);
  private static final long UNIQUE = 77;

  @TempDir private Path directory = Path.of(".");
  private final MemoryFileSystem memory = new MemoryFileSystem();
  private final Nodes nodes = new Nodes(2);
  private Path kernel = directory;
  private FuseDevice device;
  private Buffers buffers;
  private Call call;
  private boolean mayWriteDirectly = true;
  private long node;

  @BeforeEach
  void connect() throws IOException {
    NativeCalls calls = NativeCalls.load();
    kernel = Files.createFile(directory.resolve("kernel"));
    device = new FuseDevice(calls, calls.open(kernel.toString(), NativeCalls.READ_WRITE_CLOEXEC));
    MountSettings settings = MountSettings.of("memory");
    buffers = new Buffers.Pool(calls, settings.maxTransferBytes()).take();
    call =
        new Call(
            new Call.Shared(
                memory,
                device,
                nodes,
                pid -> new int[0],
                new LockWaits(settings),
                new KernelNotifier(calls, device, nodes),
                new DelayedAnswers(calls, device, new SessionThreads()),
                settings),
            buffers,
            () -> mayWriteDirectly);
  }

  @AfterEach
  void disconnect() {
    device.close();
  }

  /** The handle of a file that is made to be written directly. */
  private long made() {
    call.opened.clear();
    assertThat(
            memory.create(
                call.root(), PATH, 0644, 0, OpenFlags.WRITE_ONLY, call.opened, call.attributes))
        .isZero();
    call.remember(Nodes.ROOT, NAME);
    node = nodes.number(call.attributes.inode());
    call.opened.writeDirectly();
    call.noteOpened(node);
    return call.opened.handle();
  }

  private void openedByAnother() {
    call.opened.clear();
    assertThat(memory.open(call.root(), PATH, OpenFlags.READ_ONLY, call.opened)).isZero();
    call.noteOpened(node);
  }

  /** Writes four bytes; all that the kernel is told by then. */
  private ByteBuffer write(long handle, long offset, int flags) throws IOException {
    int length = Wire.IN_HEADER + Wire.WRITE_IN + 4;
    ByteBuffer request = buffers.request;
    request.putInt(0, length).putInt(4, Wire.WRITE).putLong(8, UNIQUE).putLong(16, node);
    int body = Wire.IN_HEADER;
    request.putLong(body, handle).putLong(body + 8, offset).putInt(body + 16, 4);
    request.putInt(body + 20, 0).putInt(body + 32, flags);
    request.put(body + Wire.WRITE_IN, "text".getBytes(UTF_8));
    assertThat(call.request.begin(length)).isTrue();
    call.reply.begin(UNIQUE);
    new FileCalls(call).write();
    return ByteBuffer.wrap(Files.readAllBytes(kernel)).order(ByteOrder.nativeOrder());
  }

  private static void assertAnswered(ByteBuffer told) {
    assertThat(told.getInt()).isEqualTo(Wire.OUT_HEADER + 8);
    assertThat(told.getInt()).isZero();
    assertThat(told.getLong()).isEqualTo(UNIQUE);
    assertThat(told.getInt()).isEqualTo(4);
    assertThat(told.getInt()).isZero();
    assertThat(told.hasRemaining()).isFalse();
  }

  private void assertDropped(ByteBuffer told, long offset, long length) {
    assertThat(told.getInt()).isEqualTo(Wire.OUT_HEADER + 24);
    assertThat(told.getInt()).isEqualTo(Wire.NOTIFY_INVAL_INODE);
    assertThat(told.getLong()).isZero();
    assertThat(told.getLong()).isEqualTo(node);
    assertThat(told.getLong()).isEqualTo(offset);
    assertThat(told.getLong()).isEqualTo(length);
  }

  @Test
  void dropsWhatOthersMayHaveReadBeforeItAnswersAWriteThatWentPastPages() throws IOException {
    long handle = made();
    openedByAnother();
    ByteBuffer told = write(handle, 8192, OpenFlags.WRITE_ONLY);
    assertDropped(told, 8192, 4);
    assertAnswered(told);
  }

  @Test
  void dropsAllPagesWhenItDoesNotKnowWhereWasWritten() throws IOException {
    long handle = made();
    openedByAnother();
    ByteBuffer told = write(handle, 8192, OpenFlags.WRITE_ONLY | OpenFlags.APPEND);
    assertDropped(told, 0, 0);
    assertAnswered(told);
  }

  @Test
  void onlyAnswersWhileNobodyElseHasTheFileOpen() throws IOException {
    long handle = made();
    openedByAnother();
    nodes.closed(node, call.opened.handle());
    assertAnswered(write(handle, 8192, OpenFlags.WRITE_ONLY));
  }

  /** The kernel holds the pages of a write that goes through them, and would wait for ever. */
  @Test
  void onlyAnswersAWriteThatWentThroughPages() throws IOException {
    mayWriteDirectly = false;
    long handle = made();
    openedByAnother();
    assertAnswered(write(handle, 8192, OpenFlags.WRITE_ONLY));
  }
}
