package io.gigafs.fuse.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.NativeCalls;
import io.gigafs.fuse.binding.Nodes;
import io.gigafs.fuse.binding.OpenFlags;
import io.gigafs.fuse.binding.StatModes;
import io.gigafs.fuse.memory.MemoryFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests requests on open files. A file stands in for the kernel and receives what is sent to it.
 */
class KernelFileCallsTest {
  private static final byte[] NAME = "f".getBytes(UTF_8);
  private static final long UNIQUE = 77;
  private static final int THREAD = 12;
  private static final int APPENDS = OpenFlags.READ_WRITE | OpenFlags.APPEND;

  @TempDir private Path directory = Path.of(".");
  private final PartsFileSystem memory = new PartsFileSystem();
  private final Nodes nodes = new Nodes(2);
  private Path kernel = directory;
  private FuseDevice device;
  private Buffers buffers;
  private KernelCall call;
  private boolean mayWriteDirectly = true;
  private boolean mayMapDirect = true;
  private long node;

  /** Counts the parts of appends that it receives, and can lose a handle during getattr. */
  private static final class PartsFileSystem extends MemoryFileSystem {
    private int parts;
    private boolean isNamedStill;
    private @Nullable LongConsumer losing;

    @Override
    public int getattr(FuseCaller caller, FuseFile file, FuseAttributes out) {
      LongConsumer loses = losing;
      if (loses == null || !file.isOpen()) {
        return super.getattr(caller, file, out);
      }
      losing = null;
      loses.accept(file.handle());
      return -Errno.EBADF;
    }

    /** As in a cluster, a file that has a name is not found among the files that have none. */
    @Override
    public int open(FuseCaller caller, FuseFile file, int flags, FuseOpened opened) {
      return file.isDirectory() || file.isNamed() || !isNamedStill
          ? super.open(caller, file, flags, opened)
          : -Errno.ESTALE;
    }

    @Override
    public int appendPart(long handle, long offset, ByteBuffer from, int flags) {
      parts++;
      return super.appendPart(handle, offset, from, flags);
    }
  }

  @BeforeEach
  void connect() throws IOException {
    NativeCalls calls = NativeCalls.load();
    kernel = Files.createFile(directory.resolve("kernel"));
    device = new FuseDevice(calls, calls.open(kernel.toString(), NativeCalls.READ_WRITE_CLOEXEC));
    MountSettings settings = MountSettings.of("memory");
    buffers = new Buffers.Pool(calls, settings.maxTransferBytes()).take();
    AbandonedRequests abandoned = new AbandonedRequests(memory, device, settings);
    call =
        new KernelCall(
            new KernelCall.Shared(
                memory,
                device,
                nodes,
                pid -> new int[0],
                new LockWaits(settings),
                new KernelNotifier(calls, device, nodes),
                new DelayedAnswers(device, abandoned, new SessionThreads()),
                abandoned,
                new Interruptions(device, thread -> false, new SessionThreads()),
                new RepeatedOpenings(memory::release, new SessionThreads()),
                new FailedLookups(System::nanoTime),
                settings),
            buffers,
            () -> new Greeting.Agreement(KernelProtocol.MINOR, mayWriteDirectly, mayMapDirect));
  }

  @AfterEach
  void disconnect() {
    device.close();
  }

  /** Creates a file for direct writes and returns its handle. */
  private long made() {
    call.opened.clear();
    assertThat(
            memory.create(
                call.root(),
                memory.root(),
                NAME,
                0644,
                0,
                OpenFlags.WRITE_ONLY,
                call.opened,
                call.attributes))
        .isZero();
    call.remember(Nodes.ROOT, NAME);
    node = nodes.number(call.attributes.inode());
    call.opened.writeDirectly();
    call.noteOpened(node);
    return call.opened.handle();
  }

  private FuseFile file() {
    return FuseFile.named(node, memory.root(), NAME, FuseFileSystem.NO_HANDLE);
  }

  private void openedByAnother() {
    call.opened.clear();
    assertThat(memory.open(call.root(), file(), OpenFlags.READ_ONLY, call.opened)).isZero();
    call.noteOpened(node);
  }

  /** Writes four bytes and returns everything sent to the kernel so far. */
  private ByteBuffer write(long handle, long offset, int flags) throws IOException {
    return write(handle, offset, flags, 0);
  }

  private ByteBuffer write(long handle, long offset, int flags, int writeFlags) throws IOException {
    int length = KernelProtocol.IN_HEADER + KernelProtocol.WRITE_IN + 4;
    ByteBuffer request = buffers.request;
    request.putInt(0, length).putInt(4, KernelProtocol.WRITE).putLong(8, UNIQUE).putLong(16, node);
    int body = KernelProtocol.IN_HEADER;
    request.putLong(body, handle).putLong(body + 8, offset).putInt(body + 16, 4);
    request.putInt(body + 20, writeFlags).putInt(body + 32, flags);
    request.put(body + KernelProtocol.WRITE_IN, "text".getBytes(UTF_8));
    assertThat(call.request.begin(length)).isTrue();
    call.reply.begin(UNIQUE);
    new KernelFileCalls(call).write();
    return ByteBuffer.wrap(Files.readAllBytes(kernel)).order(ByteOrder.nativeOrder());
  }

  private static void assertAnswered(ByteBuffer output) {
    assertThat(output.getInt()).isEqualTo(KernelProtocol.OUT_HEADER + 8);
    assertThat(output.getInt()).isZero();
    assertThat(output.getLong()).isEqualTo(UNIQUE);
    assertThat(output.getInt()).isEqualTo(4);
    assertThat(output.getInt()).isZero();
    assertThat(output.hasRemaining()).isFalse();
  }

  private void assertDropped(ByteBuffer output, long offset, long length) {
    assertThat(output.getInt()).isEqualTo(KernelProtocol.OUT_HEADER + 24);
    assertThat(output.getInt()).isEqualTo(KernelProtocol.NOTIFY_INVAL_INODE);
    assertThat(output.getLong()).isZero();
    assertThat(output.getLong()).isEqualTo(node);
    assertThat(output.getLong()).isEqualTo(offset);
    assertThat(output.getLong()).isEqualTo(length);
  }

  @Test
  void directWriteInvalidatesPagesBeforeItsReply() throws IOException {
    long handle = made();
    openedByAnother();
    ByteBuffer output = write(handle, 8192, OpenFlags.WRITE_ONLY);
    assertDropped(output, 8192, 4);
    assertAnswered(output);
  }

  @Test
  void directAppendInvalidatesAllPages() throws IOException {
    long handle = made();
    openedByAnother();
    ByteBuffer output = write(handle, 8192, OpenFlags.WRITE_ONLY | OpenFlags.APPEND);
    assertDropped(output, 0, 0);
    assertAnswered(output);
  }

  /** Opens the created file again for appending and returns the handle. */
  private long openedToAppend(int access) {
    call.opened.clear();
    assertThat(memory.open(call.root(), file(), access | OpenFlags.APPEND, call.opened)).isZero();
    call.opened.appendDirectly(access == OpenFlags.READ_WRITE, false);
    call.noteOpened(node);
    return call.opened.handle();
  }

  private boolean isDirect() {
    return (call.opened.flags() & 1) != 0;
  }

  @Test
  void appendsAreDirectForWriteOnlyOrMappableHandles() throws IOException {
    made();
    openedToAppend(OpenFlags.WRITE_ONLY);
    assertThat(isDirect()).isTrue();
    openedToAppend(OpenFlags.READ_WRITE);
    assertThat(isDirect()).isTrue();
    mayMapDirect = false;
    mayWriteDirectly = false;
    openedToAppend(OpenFlags.READ_WRITE);
    assertThat(isDirect()).isFalse();
    openedToAppend(OpenFlags.WRITE_ONLY);
    assertThat(isDirect()).isTrue();
  }

  @Test
  void appendByAReadWriteHandleInvalidatesPages() throws IOException {
    nodes.closed(node, made());
    ByteBuffer output = write(openedToAppend(OpenFlags.READ_WRITE), 0, APPENDS);
    assertDropped(output, 0, 0);
    assertAnswered(output);
  }

  @Test
  void appendByWriteOnlyHandlesInvalidatesNothing() throws IOException {
    nodes.closed(node, made());
    openedToAppend(OpenFlags.WRITE_ONLY);
    assertAnswered(write(openedToAppend(OpenFlags.WRITE_ONLY), 0, APPENDS));
  }

  /** The kernel waits for the answer, so an invalidation sent before it would deadlock. */
  @Test
  void writebackOfPagesInvalidatesNothing() throws IOException {
    nodes.closed(node, made());
    long handle = openedToAppend(OpenFlags.READ_WRITE);
    openedByAnother();
    assertAnswered(write(handle, 0, OpenFlags.READ_WRITE, KernelProtocol.WRITE_CACHE));
  }

  /** The kernel splits an append at a page boundary if it goes through the page cache. */
  @Test
  void appendUpToAPageBoundaryIsSentAsAPart() throws IOException {
    long handle = made();
    mayMapDirect = false;
    write(openedToAppend(OpenFlags.READ_WRITE), 4092, APPENDS);
    assertThat(memory.parts).isOne();
    write(openedToAppend(OpenFlags.READ_WRITE), 4096, APPENDS);
    write(openedToAppend(OpenFlags.WRITE_ONLY), 4092, APPENDS);
    write(handle, 4092, OpenFlags.WRITE_ONLY);
    assertThat(memory.parts).isOne();
  }

  @Test
  void writeByTheSoleOpenerInvalidatesNothing() throws IOException {
    long handle = made();
    openedByAnother();
    nodes.closed(node, call.opened.handle());
    assertAnswered(write(handle, 8192, OpenFlags.WRITE_ONLY));
  }

  /** The kernel locks the pages of such a write, so an invalidation would deadlock. */
  @Test
  void writeThroughPagesInvalidatesNothing() throws IOException {
    mayWriteDirectly = false;
    long handle = made();
    openedByAnother();
    assertAnswered(write(handle, 8192, OpenFlags.WRITE_ONLY));
  }

  /** The kernel names no handle in stat(2); the mount uses one that is open at that time. */
  @Test
  void getattrSurvivesAConcurrentReleaseOfItsHandle() throws IOException {
    made();
    memory.losing =
        handle -> {
          nodes.closed(node, handle);
          memory.release(handle);
        };
    int length = KernelProtocol.IN_HEADER + 16;
    buffers
        .request
        .putInt(0, length)
        .putInt(4, KernelProtocol.GETATTR)
        .putLong(8, UNIQUE)
        .putLong(16, node);
    buffers.request.putLong(KernelProtocol.IN_HEADER, 0).putLong(KernelProtocol.IN_HEADER + 8, 0);
    assertThat(call.request.begin(length)).isTrue();
    call.reply.begin(UNIQUE);
    new AttributeCalls(call).getattr();
    ByteBuffer output = ByteBuffer.wrap(Files.readAllBytes(kernel)).order(ByteOrder.nativeOrder());
    assertThat(memory.losing).isNull();
    assertThat(output.getInt(4)).isZero();
    assertThat(output.getInt(0))
        .isEqualTo(KernelProtocol.OUT_HEADER + KernelProtocol.ATTR_OUT + KernelProtocol.ATTR);
  }

  /** The answer to a request whose body is a name or the arguments. */
  private ByteBuffer answer(int opcode, long number, byte[] body, Runnable served)
      throws IOException {
    int length = KernelProtocol.IN_HEADER + body.length;
    buffers.request.putInt(0, length).putInt(4, opcode).putLong(8, UNIQUE).putLong(16, number);
    buffers.request.putInt(32, THREAD).put(KernelProtocol.IN_HEADER, body);
    assertThat(call.request.begin(length)).isTrue();
    call.reply.begin(UNIQUE);
    int output = Files.readAllBytes(kernel).length;
    served.run();
    byte[] all = Files.readAllBytes(kernel);
    return ByteBuffer.wrap(all, output, all.length - output).slice().order(ByteOrder.nativeOrder());
  }

  private ByteBuffer answerToOpen() throws IOException {
    return answer(KernelProtocol.OPEN, node, new byte[8], () -> new KernelFileCalls(call).open());
  }

  private ByteBuffer answerToLookup() throws IOException {
    byte[] name = Arrays.copyOf(NAME, NAME.length + 1);
    return answer(KernelProtocol.LOOKUP, Nodes.ROOT, name, () -> new NameCalls(call).lookup());
  }

  /** Two threads look up a name concurrently, and the older answer is recorded last. */
  @Test
  void openByNameSurvivesAStaleLookupAnswer() throws IOException {
    nodes.closed(node, made());
    long kept = node;
    call.repeated.note(THREAD, memory.root(), NAME, kept + 1, true);
    assertThat(answerToLookup().getInt(4)).isZero();
    FuseAttributes late = new FuseAttributes();
    late.set(kept + 1, StatModes.REGULAR | 0644, 0, 0, 0, 0, 0, 0, 0, 0);
    nodes.remember(Nodes.ROOT, NAME, late);
    node = kept;
    memory.isNamedStill = true;
    assertThat(answerToOpen().getInt(4)).isZero();
    assertThat(memory.openHandles()).isEqualTo(2);
  }
}
