package io.gigafs.client.data;

import io.gigafs.client.data.CachedBytes.Where;
import io.gigafs.client.data.ObjectOpener.Opened;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.DataWrite;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Closes a handle, in a task of the file's {@link SerialExecutor}. If the server keeps the bytes,
 * pending writes are piggybacked on the close request; if a volume does, they are written to it
 * first. The handle is closed even if its bytes cannot be flushed; the call then fails with that
 * error.
 */
final class Closing {
  private final SharedFile file;
  private final HandleData handle;
  private final CloseMode mode;

  Closing(SharedFile file, HandleData handle, CloseMode mode) {
    this.file = file;
    this.handle = handle;
    this.mode = mode;
  }

  CompletableFuture<FileAttributes> begin() {
    handle.unpublish();
    boolean asks = handle.mayHaveWrittenObject() && file.contents().where() == Where.UNKNOWN;
    CompletableFuture<DataResult> closed =
        asks ? orWithout(file.known(handle, false).thenCompose(known -> close())) : close();
    return Futures.andFinally(closed, this::giveUp)
        .thenCompose(
            result -> {
              GigaException lost = handle.takeLoss();
              return lost == null
                  ? CompletableFuture.completedFuture(result.attributes())
                  : CompletableFuture.failedFuture(lost);
            });
  }

  private CompletableFuture<DataResult> close() {
    return file.contents().where() == Where.STORED ? closeStored() : closeInline();
  }

  private CompletableFuture<Void> giveUp() {
    return handle.opened() == null
        ? gone()
        : Futures.andFinally(file.onVolume(handle::closeObject), this::gone);
  }

  private CompletableFuture<Void> gone() {
    file.left(handle);
    file.files().leave(file);
    return Futures.DONE;
  }

  private CompletableFuture<DataResult> closeInline() {
    boolean carries = file.writer() == handle;
    List<DataWrite> writes = carries ? file.contents().pending().toWrites() : List.of();
    long asked = file.nowNanos();
    CompletableFuture<DataResult> closed =
        report(writes, null)
            .thenCompose(
                result -> {
                  if (!result.applied()) {
                    return file.refused(handle, result, asked).thenCompose(moved -> closeStored());
                  }
                  if (carries) {
                    file.nowFlushed(result);
                  }
                  return CompletableFuture.completedFuture(result);
                });
    return carries ? orWithout(file.orLose(closed)) : closed;
  }

  private CompletableFuture<DataResult> closeStored() {
    CompletableFuture<@Nullable DataReport> flushed =
        (file.writer() == handle ? file.flush() : Futures.DONE).thenCompose(done -> settle());
    return orWithout(flushed.thenCompose(this::report));
  }

  private CompletableFuture<DataResult> report(@Nullable DataReport report) {
    long asked = file.nowNanos();
    return report(List.of(), report)
        .thenApply(
            result -> {
              if (report != null) {
                file.closed(handle, report, result, asked);
              }
              return result;
            });
  }

  private CompletableFuture<DataResult> report(
      List<DataWrite> writes, @Nullable DataReport report) {
    if (mode == CloseMode.RELEASE && writes.isEmpty() && report == null) {
      return handle.calls().release(handle.hasRead());
    }
    return handle.calls().close(writes, report, handle.hasRead(), mode == CloseMode.SYNC);
  }

  /** Flushes all writes to the object; returns the report for the server. */
  private CompletableFuture<@Nullable DataReport> settle() {
    Opened object = handle.opened();
    if (object == null || !handle.hasWrittenObject()) {
      return CompletableFuture.completedFuture(null);
    }
    ObjectAccess access = object.access();
    return file.onVolume(mode == CloseMode.SYNC ? access::sync : access::flush)
        .thenCompose(flushed -> file.onVolume(access::status))
        .thenApply(file.report()::take);
  }

  /** Closes without the bytes that could not be flushed, and fails with their error. */
  private CompletableFuture<DataResult> orWithout(CompletableFuture<DataResult> closed) {
    return Futures.onFailure(
        closed,
        failure -> {
          handle.takeLoss();
          GigaException failed = SharedFile.failureOf(failure);
          if (failed.code() == ErrorCode.ETIMEDOUT) {
            return CompletableFuture.failedFuture(failed);
          }
          return handle
              .calls()
              .close(List.of(), null, handle.hasRead(), false)
              .handle(
                  (done, again) -> {
                    if (again != null && Futures.cause(again) != failed) {
                      failed.addSuppressed(Futures.cause(again));
                    }
                    return failed;
                  })
              .thenCompose(CompletableFuture::failedFuture);
        });
  }
}
