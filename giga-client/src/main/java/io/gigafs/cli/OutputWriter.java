package io.gigafs.cli;

import java.io.Writer;

/** Adapts an {@link Output} for picocli's help and version texts. */
final class OutputWriter extends Writer {
  private final Output out;

  OutputWriter(Output out) {
    this.out = out;
  }

  @Override
  public void write(char[] chars, int offset, int length) {
    out.print(new String(chars, offset, length));
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void close() {
    flush();
  }
}
