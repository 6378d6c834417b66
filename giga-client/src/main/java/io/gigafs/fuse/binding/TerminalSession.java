package io.gigafs.fuse.binding;

import java.io.IOException;

/** The terminal that a process was started from. */
public final class TerminalSession {
  private TerminalSession() {}

  /**
   * Has this process outlive its terminal, and not hear what is typed there, as setsid(2). One that
   * leads a group of processes already does so.
   */
  public static void leave() throws IOException {
    NativeCalls.load().raw().setsid();
  }
}
