package io.gigafs.cache.value;

import io.gigafs.cache.CacheKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Values of any length, from no byte to many GiB, under keys. Safe for use by several threads.
 *
 * <p>A reader gets a value whole as it was put, or none: never parts of two, never bytes that were
 * damaged. Of puts of one key at a time one comes last, and its value stays. It is a cache: a value
 * may be gone at any time, and a put may find no room.
 *
 * <p>The methods that return a value of their own block the caller, and are the fastest for threads
 * that would wait anyway. The others run these on threads of the store.
 */
public interface ValueStore extends AutoCloseable {
  /** No value has the key. */
  long MISS = -1;

  /**
   * Puts a value.
   *
   * @param bytes of the value, from the positions to the limits; neither changes, and the buffers
   *     may be used again when the call returns
   * @return whether it was stored; false where there is no room, and then the old value is there or
   *     none
   * @throws IOException if that failed; the key has the old value, the new one, or none
   */
  boolean put(CacheKey key, ByteBuffer... bytes) throws IOException;

  /**
   * Copies a value.
   *
   * @param into takes the value and is moved behind it, if that fits; if not, nothing is copied.
   *     The buffer's bytes behind its position may change even if nothing is copied
   * @return the length of the value, {@link #MISS} if there is none
   */
  long get(CacheKey key, ByteBuffer into) throws IOException;

  /**
   * A value of a length that an array can have; null if there is none.
   *
   * @throws IOException if that failed, or the value is too long: open it
   */
  byte @Nullable [] get(CacheKey key) throws IOException;

  /**
   * Opens a value to read it from front to back; null if there is none. A value that another
   * replaces meanwhile is still read to its end.
   */
  @Nullable ValueInput open(CacheKey key) throws IOException;

  /** Begins to write a value of unknown length, which is there after {@link ValueOutput#commit}. */
  ValueOutput create(CacheKey key) throws IOException;

  /** Removes a value; whether there was one. */
  boolean remove(CacheKey key) throws IOException;

  /** Runs what does not block its caller. */
  Executor executor();

  /** As {@link #put}; the buffers belong to the store until the future is completed. */
  default CompletableFuture<Boolean> putAsync(CacheKey key, ByteBuffer... bytes) {
    return async(() -> put(key, bytes));
  }

  /** As {@link #get(CacheKey, ByteBuffer)}; so does the buffer. */
  default CompletableFuture<Long> getAsync(CacheKey key, ByteBuffer into) {
    return async(() -> get(key, into));
  }

  /** As {@link #remove}. */
  default CompletableFuture<Boolean> removeAsync(CacheKey key) {
    return async(() -> remove(key));
  }

  private <T> CompletableFuture<T> async(BlockingCall<T> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.run();
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        },
        executor());
  }

  @Override
  void close() throws IOException;

  /** What may block. */
  @FunctionalInterface
  interface BlockingCall<T> {
    T run() throws IOException;
  }
}
