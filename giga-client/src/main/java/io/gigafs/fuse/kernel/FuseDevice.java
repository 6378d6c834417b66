package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.NativeCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The connection of a mount to the kernel: an open /dev/fuse. Safe for use by several threads. */
public final class FuseDevice {
  private final NativeCalls calls;
  private final int descriptor;

  public FuseDevice(NativeCalls calls, int descriptor) {
    this.calls = calls;
    this.descriptor = descriptor;
  }

  /**
   * Waits for a request and returns its length, or a negative errno; -ENODEV after an unmount, or
   * -ECONNABORTED if the unmount was forced.
   */
  int receive(long address, int size) {
    return calls.read(descriptor, address, size);
  }

  /**
   * Sends an answer or a notification. Returns 0 or a negative errno; -ENOENT if no caller waits
   * for it.
   */
  int send(long address, int size) {
    int sent = calls.write(descriptor, address, size);
    return Math.min(sent, 0);
  }

  /**
   * Answers a request with success or a negative errno, from memory of its own. Returns false if
   * the kernel's caller is gone.
   */
  boolean answer(long unique, int result) {
    ByteBuffer answer =
        ByteBuffer.allocateDirect(KernelProtocol.OUT_HEADER).order(ByteOrder.nativeOrder());
    answer.putInt(KernelProtocol.OUT_HEADER).putInt(result).putLong(unique).clear();
    return send(calls.address(answer), KernelProtocol.OUT_HEADER) == 0;
  }

  void close() {
    calls.close(descriptor);
  }
}
