package io.gigafs.cli;

import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a process when its standard input ends: that of a child ends with its parent, even if the
 * parent is killed.
 */
public final class EndOfInput {
  private EndOfInput() {}

  /** Makes the process exit when its standard input ends. */
  public static void exits() {
    Thread thread = new Thread(() -> exitAtEnd(System.in), "giga-stdin");
    thread.setDaemon(true);
    thread.start();
  }

  private static void exitAtEnd(InputStream input) {
    byte[] ignored = new byte[64];
    try {
      while (input.read(ignored) >= 0) {
        // Input is ignored.
      }
    } catch (IOException e) {
      log().debug("standard input failed", e);
    }
    System.exit(0);
  }

  /** Not a constant: the class is loaded before logging is configured. */
  private static Logger log() {
    return LoggerFactory.getLogger(EndOfInput.class);
  }
}
