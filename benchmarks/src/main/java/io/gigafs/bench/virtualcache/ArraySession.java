package io.gigafs.bench.virtualcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A session of a store whose client takes values as arrays. Not thread-safe. */
abstract class ArraySession implements ComparedStore.Session {
  /** The store's documented limit of a value's length, as a user-readable text. */
  private final String limit;

  ArraySession(String limit) {
    this.limit = limit;
  }

  abstract void put(String name, byte[] value) throws IOException;

  abstract byte @Nullable [] get(String name) throws IOException;

  @Override
  public final void put(String name, int key, TestValue value) throws IOException {
    byte[] bytes = bytes(key, value);
    try {
      put(name, bytes);
    } catch (IOException | RuntimeException e) {
      throw new IOException(reason(e), e);
    }
  }

  private byte[] bytes(int key, TestValue value) throws IOException {
    try {
      return value.array(key);
    } catch (IOException e) {
      throw new IOException(reason(e), e);
    }
  }

  @Override
  public final boolean get(String name, int key, TestValue value) throws IOException {
    byte[] bytes;
    try {
      bytes = get(name);
    } catch (IOException | RuntimeException e) {
      throw new IOException(reason(e), e);
    }
    if (bytes == null) {
      return false;
    }
    if (bytes.length != value.length()) {
      throw new TestValue.WrongBytesException(
          name + " has " + bytes.length + " bytes, not " + value.length());
    }
    value.check(key, 0, ByteBuffer.wrap(bytes));
    return true;
  }

  private String reason(Exception e) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String text =
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return text + " (" + limit + ")";
  }
}
