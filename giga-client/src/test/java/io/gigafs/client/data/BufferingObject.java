package io.gigafs.client.data;

import io.gigafs.concurrent.Futures;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An access that buffers as much as the contract allows: writes until a flush, and read data until
 * it is invalidated.
 */
final class BufferingObject implements ObjectAccess {
  private record Write(long offset, byte[] bytes) {}

  private final ScheduledSteps steps;
  private final VolumeObject object;
  private final List<Write> writes = new ArrayList<>();
  private byte @Nullable [] ahead;

  BufferingObject(ScheduledSteps steps, VolumeObject object) {
    this.steps = steps;
    this.object = object;
  }

  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    return flush()
        .thenApply(
            flushed -> {
              byte[] all = all();
              int length = (int) Math.max(0, Math.min(into.remaining(), all.length - offset));
              if (length > 0) {
                into.put(all, (int) offset, length);
              }
              return length;
            });
  }

  private byte[] all() {
    byte[] known = ahead;
    if (known != null) {
      return known;
    }
    try {
      byte[] all = new byte[(int) object.status().size()];
      object.read(0, ByteBuffer.wrap(all));
      ahead = all;
      return all;
    } catch (VolumeException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    writes.add(new Write(offset, bytes));
    return Futures.DONE;
  }

  @Override
  public CompletableFuture<Void> flush() {
    if (writes.isEmpty()) {
      return Futures.DONE;
    }
    return steps.later(
        () -> {
          try {
            for (Write write : writes) {
              object.write(write.offset, ByteBuffer.wrap(write.bytes));
            }
            writes.clear();
            ahead = null;
            return Futures.DONE;
          } catch (VolumeException e) {
            return CompletableFuture.failedFuture(ObjectFailure.of(e));
          }
        });
  }

  @Override
  public CompletableFuture<Void> sync() {
    return flush();
  }

  @Override
  public CompletableFuture<Long> seek(long offset, boolean toHole) {
    return status()
        .thenApply(
            status -> offset >= status.size() ? Long.valueOf(-1) : toHole ? status.size() : offset);
  }

  @Override
  public CompletableFuture<ObjectStatus> status() {
    return flush()
        .thenApply(
            flushed -> {
              try {
                return object.status();
              } catch (VolumeException e) {
                throw new AssertionError(e);
              }
            });
  }

  @Override
  public void invalidate() {
    ahead = null;
  }

  @Override
  public CompletableFuture<Void> close() {
    return flush().thenRun(object::close);
  }
}
