package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.NativeCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The memory for a request and its answer. It is native, so that the kernel and volumes can access
 * it directly.
 */
public final class Buffers {
  private static final int PAGE = 4096;

  final ByteBuffer request;
  final long requestAddress;
  final ByteBuffer reply;
  final long replyAddress;

  private Buffers(NativeCalls calls, int transferBytes) {
    // Data are aligned to pages, as direct I/O on volumes may need.
    request = aligned(transferBytes, KernelProtocol.IN_HEADER + KernelProtocol.WRITE_IN);
    reply = aligned(transferBytes, KernelProtocol.OUT_HEADER);
    requestAddress = calls.address(request);
    replyAddress = calls.address(reply);
  }

  private static ByteBuffer aligned(int bytes, int before) {
    ByteBuffer whole = ByteBuffer.allocateDirect(bytes + 3 * PAGE).alignedSlice(PAGE);
    int start = PAGE - before;
    return whole.slice(start, whole.capacity() - start).order(ByteOrder.nativeOrder());
  }

  /** A pool of buffers that are not in use. Safe for use by several threads. */
  public static final class Pool {
    private final ConcurrentLinkedQueue<Buffers> free = new ConcurrentLinkedQueue<>();
    private final NativeCalls calls;
    private final int transferBytes;

    public Pool(NativeCalls calls, int transferBytes) {
      this.calls = calls;
      this.transferBytes = transferBytes;
    }

    Buffers take() {
      Buffers known = free.poll();
      return known == null ? new Buffers(calls, transferBytes) : known;
    }

    void give(Buffers buffers) {
      free.add(buffers);
    }
  }
}
