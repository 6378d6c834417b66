package io.gigafs.fuse.mounting;

import io.gigafs.fuse.binding.NativeCalls;
import java.io.IOException;

/** The terminal from which a process was started. */
public final class TerminalSession {
  private TerminalSession() {}

  /**
   * Detaches this process from its terminal by setsid(2), so that it outlives it and gets no
   * signals from its keyboard. The leader of a process group is detached already.
   */
  public static void leave() throws IOException {
    NativeCalls.load().raw().setsid();
  }
}
