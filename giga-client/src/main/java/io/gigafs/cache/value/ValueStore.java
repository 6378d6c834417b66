package io.gigafs.cache.value;

import io.gigafs.cache.CacheKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Values of any length, from zero bytes to many GiB, under keys. Safe for use by several threads.
 *
 * <p>A reader gets a complete value as it was put, or none: never a mix of two, never damaged
 * bytes. Of concurrent puts of one key, one is the last, and its value stays. It is a cache: a
 * value may disappear at any time, and a put may find no room.
 *
 * <p>The methods that do not return a future block the caller, and are the fastest for threads that
 * would wait anyway. The others run these on threads of the store.
 */
public interface ValueStore extends AutoCloseable {
  /** No value has the key. */
  long MISS = -1;

  /**
   * Puts a value.
   *
   * @param bytes of the value, from the positions to the limits; neither changes, and the buffers
   *     may be reused when the call returns
   * @return whether it was stored; false if there is no room, and then the key has the old value or
   *     none
   * @throws IOException on failure; the key has the old value, the new one, or none
   */
  boolean put(CacheKey key, ByteBuffer... bytes) throws IOException;

  /**
   * Copies a value.
   *
   * @param into receives the value, and its position moves behind it, if that fits; if not, nothing
   *     is copied. The buffer's bytes behind its position may change even if nothing is copied
   * @return the length of the value, {@link #MISS} if there is none
   */
  long get(CacheKey key, ByteBuffer into) throws IOException;

  /**
   * A value that fits into an array; null if there is none.
   *
   * @throws IOException on failure, or if the value is too long: open it
   */
  byte @Nullable [] get(CacheKey key) throws IOException;

  /**
   * Opens a value to read it sequentially; null if there is none. A value that is replaced
   * meanwhile is still read to its end.
   */
  @Nullable ValueInput open(CacheKey key) throws IOException;

  /**
   * Starts to write a value of unknown length, which becomes visible by {@link ValueOutput#commit}.
   */
  ValueOutput create(CacheKey key) throws IOException;

  /** Removes a value; returns whether there was one. */
  boolean remove(CacheKey key) throws IOException;

  /** The executor of the asynchronous calls. */
  Executor executor();

  /** As {@link #put}; the store owns the buffers until the future completes. */
  default CompletableFuture<Boolean> putAsync(CacheKey key, ByteBuffer... bytes) {
    return async(() -> put(key, bytes));
  }

  /**
   * As {@link #get(CacheKey, ByteBuffer)}; the store owns the buffer until the future completes.
   */
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

  /** A call that may block. */
  @FunctionalInterface
  interface BlockingCall<T> {
    T run() throws IOException;
  }
}
