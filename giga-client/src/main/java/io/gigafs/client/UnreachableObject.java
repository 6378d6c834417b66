package io.gigafs.client;

import io.gigafs.client.data.ObjectAccess;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** An object on a volume that this client does not reach. */
final class UnreachableObject implements ObjectAccess {
  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    return unreachable();
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    return unreachable();
  }

  @Override
  public CompletableFuture<Void> flush() {
    return unreachable();
  }

  @Override
  public CompletableFuture<Void> sync() {
    return unreachable();
  }

  @Override
  public CompletableFuture<ObjectStatus> status() {
    return unreachable();
  }

  @Override
  public void invalidate() {
    // Nothing is kept.
  }

  @Override
  public CompletableFuture<Void> close() {
    return CompletableFuture.completedFuture(null);
  }

  private static <T> CompletableFuture<T> unreachable() {
    return CompletableFuture.failedFuture(
        ErrorCode.ENOSYS.exception("this client does not reach the file's volume"));
  }
}
