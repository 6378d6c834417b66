package io.gigafs.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * A command's standard output: buffered bytes, so that names are printed unchanged. Text is encoded
 * by {@link ByteText}. Safe for use by several threads.
 *
 * <p>Unlike a {@link java.io.PrintStream} it fails, with {@link OutputException}: a command must
 * not continue, or report success, if its output is lost.
 */
public final class Output {
  private static final int BUFFER_BYTES = 32 * 1024;

  private final OutputStream stream;
  private final boolean terminal;
  private final int columns;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int used;

  /**
   * @param columns the width of the terminal, for multi-column output
   */
  Output(OutputStream stream, boolean terminal, int columns) {
    this.stream = stream;
    this.terminal = terminal;
    this.columns = columns;
  }

  /** Whether the output is a terminal. */
  public boolean isTerminal() {
    return terminal;
  }

  public int columns() {
    return columns;
  }

  public void print(String text) {
    print(ByteText.encode(text));
  }

  /** Prints a text and ends the line; lines of several threads do not mix. */
  public synchronized void println(String text) {
    print(text);
    newline();
  }

  public synchronized void newline() {
    put((byte) '\n');
    if (terminal) {
      flush();
    }
  }

  public synchronized void print(byte[] bytes) {
    if (bytes.length > buffer.length - used) {
      drain();
    }
    if (bytes.length > buffer.length) {
      write(bytes, bytes.length);
      return;
    }
    System.arraycopy(bytes, 0, buffer, used, bytes.length);
    used += bytes.length;
  }

  /** Prints all of a buffer. */
  public synchronized void print(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      if (used == buffer.length) {
        drain();
      }
      int length = Math.min(bytes.remaining(), buffer.length - used);
      bytes.get(buffer, used, length);
      used += length;
    }
  }

  /** Prints a byte, for example the NUL between names. */
  public synchronized void put(byte b) {
    if (used == buffer.length) {
      drain();
    }
    buffer[used++] = b;
  }

  public synchronized void flush() {
    drain();
    try {
      stream.flush();
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  private void drain() {
    int count = used;
    used = 0;
    write(buffer, count);
  }

  private void write(byte[] bytes, int count) {
    try {
      stream.write(bytes, 0, count);
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  /** Standard output cannot be written to. */
  static final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean brokenPipe;

    OutputException(IOException cause) {
      super(cause);
      String message = cause.getMessage();
      this.brokenPipe = message != null && message.contains("Broken pipe");
    }

    /** Whether the reader has closed the pipe, which is not reported as an error. */
    boolean isBrokenPipe() {
      return brokenPipe;
    }
  }
}
