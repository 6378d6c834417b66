package io.gigafs.fuse.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.NativeCalls;
import io.gigafs.fuse.binding.Nodes;
import io.gigafs.fuse.memory.MemoryFileSystem;
import io.gigafs.fuse.mounting.MountLab;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests requests whose callers have ended. A file stands in for the kernel and receives the
 * answers.
 */
class AbandonedRequestsTest {
  private static final long NODE = 9;
  private static final long WRITE = 70;
  private static final long LATER = 71;
  private static final int THREAD = 5;

  @TempDir private Path directory = Path.of(".");
  private final List<String> served = Collections.synchronizedList(new ArrayList<>());
  private final MemoryFileSystem memory = new RecordingFileSystem();
  private Path kernel = directory;
  private FuseDevice device;
  private Buffers buffers;
  private AbandonedRequests abandoned;
  private DelayedAnswers delayedAnswers;
  private Interruptions interruptions;
  private KernelCall call;
  private volatile boolean isEnding;
  private final AtomicInteger looks = new AtomicInteger();

  private final class RecordingFileSystem extends MemoryFileSystem {
    @Override
    public int flush(FuseCaller caller, long handle, long lockOwner) {
      served.add("flush");
      return 0;
    }

    @Override
    public int release(long handle) {
      served.add("release");
      return 0;
    }

    @Override
    public int releasedir(long handle) {
      served.add("releasedir");
      return 0;
    }

    @Override
    public int lock(FuseCaller caller, long handle, long owner, FuseLock lock, boolean waits) {
      served.add("lock " + lock.type());
      return 0;
    }

    @Override
    public int flock(FuseCaller caller, long handle, FuseLock.Type type, boolean waits) {
      served.add("flock " + type);
      return 0;
    }
  }

  @BeforeEach
  void connect() throws IOException {
    NativeCalls calls = NativeCalls.load();
    kernel = Files.createFile(directory.resolve("kernel"));
    device = new FuseDevice(calls, calls.open(kernel.toString(), NativeCalls.READ_WRITE_CLOEXEC));
    MountSettings settings = MountLab.uncached(1, 4);
    buffers = new Buffers.Pool(calls, settings.maxTransferBytes()).take();
    abandoned = new AbandonedRequests(memory, device, settings);
    SessionThreads threads = new SessionThreads();
    delayedAnswers = new DelayedAnswers(device, abandoned, threads);
    interruptions =
        new Interruptions(
            device,
            thread -> {
              looks.incrementAndGet();
              return isEnding && thread == THREAD;
            },
            threads);
    call =
        new KernelCall(
            new KernelCall.Shared(
                memory,
                device,
                new Nodes(2),
                pid -> new int[0],
                new LockWaits(settings),
                new KernelNotifier(calls, device, new Nodes(2)),
                delayedAnswers,
                abandoned,
                interruptions,
                new RepeatedOpenings(memory::release, threads),
                new FailedLookups(System::nanoTime),
                settings),
            buffers,
            () -> Greeting.Agreement.NONE);
  }

  @AfterEach
  void disconnect() {
    interruptions.close();
    delayedAnswers.close();
    device.close();
  }

  private RequestAtHand request(long unique, int opcode) {
    RequestAtHand request = new RequestAtHand(abandoned);
    request.begin(unique, opcode, THREAD, NODE);
    return request;
  }

  /** A write whose caller was killed. */
  private RequestAtHand abandonedWrite() {
    RequestAtHand write = request(WRITE, KernelProtocol.WRITE);
    assertThat(write.abandon(WRITE)).isTrue();
    return write;
  }

  private void receive(int opcode) {
    ByteBuffer request = buffers.request;
    int length = KernelProtocol.IN_HEADER + 48;
    for (int i = 0; i < length; i += Long.BYTES) {
      request.putLong(i, 0);
    }
    request.putInt(0, length).putInt(4, opcode).putLong(8, LATER).putLong(16, NODE);
    request.putInt(KernelProtocol.IN_HEADER + 32, FuseLock.Type.NONE.number());
    assertThat(call.request.begin(length)).isTrue();
    call.reply.begin(LATER);
    call.atHand.begin(LATER, opcode, THREAD, NODE);
  }

  /** The numbers of the answered requests, with their errors. */
  private List<String> answers() {
    ByteBuffer output = ByteBuffer.wrap(bytes()).order(ByteOrder.nativeOrder());
    List<String> answers = new ArrayList<>();
    while (output.remaining() >= KernelProtocol.OUT_HEADER) {
      output.getInt();
      int error = output.getInt();
      answers.add(output.getLong() + " " + error);
    }
    return answers;
  }

  private byte[] bytes() {
    try {
      return Files.readAllBytes(kernel);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void closesAndUnlocksWaitForAbandonedRequests() {
    RequestAtHand write = abandonedWrite();
    receive(KernelProtocol.SETLK);
    new LockCalls(call).setlk(false);
    call.atHand.end();
    receive(KernelProtocol.FLUSH);
    new KernelFileCalls(call).flush();
    call.atHand.end();
    receive(KernelProtocol.RELEASE);
    new KernelFileCalls(call).release();
    call.atHand.end();
    receive(KernelProtocol.RELEASEDIR);
    new DirectoryCalls(call).releasedir();
    call.atHand.end();
    assertThat(served).isEmpty();
    assertThat(answers()).isEmpty();
    write.end();
    assertThat(served).containsExactly("lock NONE", "flush", "release", "releasedir");
    assertThat(answers()).hasSize(4).containsOnly(LATER + " 0");
    receive(KernelProtocol.FLUSH);
    new KernelFileCalls(call).flush();
    assertThat(served).as("nothing is in its way").hasSize(5);
  }

  @Test
  void abandonedRequestDoesNotDelayOtherFiles() {
    RequestAtHand write = new RequestAtHand(abandoned);
    write.begin(WRITE, KernelProtocol.WRITE, THREAD, NODE + 1);
    assertThat(write.abandon(WRITE)).isTrue();
    receive(KernelProtocol.FLUSH);
    new KernelFileCalls(call).flush();
    assertThat(served).containsExactly("flush");
    write.end();
  }

  @Test
  void closeWaitsForTheLastAbandonedRequest() {
    RequestAtHand one = abandonedWrite();
    RequestAtHand other = abandonedWrite();
    receive(KernelProtocol.RELEASE);
    new KernelFileCalls(call).release();
    one.end();
    assertThat(served).isEmpty();
    other.end();
    assertThat(served).containsExactly("release");
  }

  /** Otherwise programs that are killed repeatedly would occupy all threads. */
  @Test
  void abandonedRequestsTakeAtMostHalfOfTheThreads() {
    RequestAtHand one = abandonedWrite();
    RequestAtHand other = abandonedWrite();
    RequestAtHand third = request(72, KernelProtocol.WRITE);
    assertThat(third.abandon(72)).isFalse();
    one.end();
    assertThat(third.abandon(72)).isTrue();
    third.end();
    other.end();
  }

  @Test
  void staleInterruptDoesNotReachTheNextRequest() {
    RequestAtHand hand = request(WRITE, KernelProtocol.WRITE);
    hand.end();
    hand.begin(LATER, KernelProtocol.READ, THREAD + 1, NODE);
    assertThat(hand.interrupt(WRITE, interruptions)).isFalse();
    assertThat(hand.abandon(WRITE)).isFalse();
    assertThat(hand.beginWait()).isTrue();
    hand.endWait();
    assertThat(hand.interrupt(LATER, interruptions)).isTrue();
    assertThat(hand.beginWait()).isFalse();
  }

  /** The signal that ends the caller may arrive after the request moved to another thread. */
  @Test
  void interruptReachesRequestWithDelayedAnswer() {
    interruptions.start(
        unique -> call.atHand.is(unique) ? call.atHand : delayedAnswers.find(unique));
    receive(KernelProtocol.SETLK);
    assertThat(call.atHand.interrupt(LATER, interruptions)).isTrue();
    CountDownLatch kernelIsDone = new CountDownLatch(1);
    delayedAnswers.after(
        call.atHand,
        () -> {
          try {
            return kernelIsDone.await(120, TimeUnit.SECONDS) ? 0 : -Errno.EIO;
          } catch (InterruptedException e) {
            return -Errno.EINTR;
          }
        },
        () -> served.add("unlock"));
    call.atHand.end();
    int before = looks.get();
    MountLab.await(() -> looks.get() > before, "nobody looks at the caller's signals");
    isEnding = true;
    MountLab.await(() -> !answers().isEmpty(), "the request is not answered");
    assertThat(answers()).containsExactly(LATER + " " + -Errno.EINTR);
    receive(KernelProtocol.RELEASE);
    new KernelFileCalls(call).release();
    assertThat(served).as("the lock is not given up yet").isEmpty();
    kernelIsDone.countDown();
    MountLab.await(() -> answers().size() == 3, "the file is not released");
    assertThat(served).containsExactly("release");
  }
}
