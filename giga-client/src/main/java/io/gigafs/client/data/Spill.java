package io.gigafs.client.data;

import io.gigafs.client.data.CachedBytes.Where;
import io.gigafs.client.data.ObjectOpener.Opened;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * Moves a file's bytes from the server to a volume, in a task of the file's {@link SerialExecutor}:
 *
 * <ol>
 *   <li>The server makes an object and records that it belongs to the handle.
 *   <li>The client writes the file's bytes, including pending writes, to the object.
 *   <li>The client makes the bytes and the object's directory entry durable.
 *   <li>The server switches the file to the object, if the file still has exactly the bytes that
 *       were copied.
 * </ol>
 *
 * A client that dies before step 4 leaves the file as the server has it, and after step 4 as the
 * object has it. If the file has changed meanwhile, the client starts over, and the server blocks
 * changes by others until then. If another client was faster, this one continues with that client's
 * object. If the move fails, pending writes stay pending.
 */
final class Spill {
  /**
   * The second round is the last, unless the file's partition moves meanwhile, or a volume takes
   * longer than servers block others.
   */
  private static final int MAX_ROUNDS = 16;

  private final SharedFile file;
  private final HandleData by;
  private int rounds;

  Spill(SharedFile file, HandleData by) {
    this.file = file;
    this.by = by;
  }

  CompletableFuture<Void> begin() {
    long asked = file.nowNanos();
    CompletableFuture<Void> moved =
        by.calls()
            .place()
            .thenCompose(
                placed -> {
                  by.grant().counted(placed.counted(), asked);
                  return file.files()
                      .opener()
                      .ready(placed.location())
                      .thenCompose(ready -> file.onVolume(() -> open(placed.location())));
                });
    return Futures.onFailure(moved, this::orElsewhere);
  }

  /** Another client may have moved the file already. */
  private CompletableFuture<Void> orElsewhere(Throwable failure) {
    boolean isElsewhere =
        failure instanceof GigaException known && known.code() == ErrorCode.EEXIST;
    if (!isElsewhere || rounds >= MAX_ROUNDS) {
      return CompletableFuture.failedFuture(failure);
    }
    rounds++;
    file.forget();
    return file.known(by, false)
        .thenCompose(known -> file.contents().where() == Where.STORED ? file.replay(by) : begin());
  }

  private CompletableFuture<Void> open(DataLocation location) {
    Opened object;
    try {
      object = file.files().opener().openPlaced(location, by);
    } catch (GigaException e) {
      return CompletableFuture.failedFuture(e);
    }
    return Futures.onFailure(
        fill(object),
        failure ->
            object
                .access()
                .close()
                .handle(
                    (closed, closeFailure) -> {
                      if (closeFailure != null && Futures.cause(closeFailure) != failure) {
                        failure.addSuppressed(Futures.cause(closeFailure));
                      }
                      return SharedFile.failureOf(failure);
                    })
                .thenCompose(CompletableFuture::failedFuture));
  }

  private CompletableFuture<Void> fill(Opened object) {
    rounds++;
    if (rounds > MAX_ROUNDS) {
      return CompletableFuture.failedFuture(
          ErrorCode.EIO.exception("the file changes faster than it can be moved to a volume"));
    }
    CachedBytes contents = file.contents();
    byte[] base = contents.base();
    long before = contents.size();
    long size = contents.pending().sizeOver(before);
    WholeChecksum whole = WholeChecksum.begun();
    long asked = file.nowNanos();
    return copy(object.access(), whole)
        .thenCompose(copied -> object.access().sync())
        .thenCompose(durable -> status(object, size))
        .thenCompose(
            status ->
                by.calls()
                    .spill(
                        object.location(),
                        before,
                        base.length,
                        CachedBytes.crcOf(base),
                        report(status, whole)))
        .thenCompose(
            result -> {
              if (result.applied()) {
                return applied(object, whole, result, asked);
              }
              if (result.data() != null) {
                file.learn(result, asked);
                return proceed(object);
              }
              // The answer belongs to a retried request.
              file.forget();
              return file.known(by, false).thenCompose(known -> proceed(object));
            });
  }

  /** Servers do not report the status of a placed object. */
  private CompletableFuture<ObjectStatus> status(Opened object, long size) {
    return object.isRelayed()
        ? CompletableFuture.completedFuture(
            new ObjectStatus(size, file.files().clock().wallNanos()))
        : object.access().status();
  }

  /** The file is in the object, which the server no longer treats as placed. */
  private CompletableFuture<Void> applied(
      Opened object, WholeChecksum whole, DataResult result, long asked) {
    CompletableFuture<Void> closed =
        object.isRelayed()
            ? file.objects().closeOld(by).thenCompose(done -> object.access().close())
            : file.objects().closeOld(by);
    return closed.thenRun(
        () ->
            file.nowSpilled(
                by, object.location(), object.isRelayed() ? null : object, whole, result, asked));
  }

  private static DataReport report(ObjectStatus status, WholeChecksum whole) {
    boolean isWhole = whole.covers(status.size());
    return new DataReport(
        status.size(),
        status.modifiedNanos(),
        isWhole,
        isWhole ? whole.value() : 0,
        status.holes());
  }

  /** Writes all bytes of the file; the object gets the file's final size. */
  private CompletableFuture<Void> copy(ObjectAccess access, WholeChecksum whole) {
    CachedBytes contents = file.contents();
    CompletableFuture<Void> chain = put(access, whole, 0, contents.base());
    long end = contents.base().length;
    long size = contents.size();
    for (DataWrite write : contents.pending().toWrites()) {
      long at = write.offset() == DataWrite.APPEND ? size : write.offset();
      chain = chain.thenCompose(done -> put(access, whole, at, write.bytes()));
      end = Math.max(end, at + write.bytes().length);
      size = Math.max(size, at + write.bytes().length);
    }
    if (size > end) {
      long last = size - 1;
      chain = chain.thenCompose(done -> put(access, whole, last, new byte[1]));
    }
    return chain;
  }

  private static CompletableFuture<Void> put(
      ObjectAccess access, WholeChecksum whole, long at, byte[] bytes) {
    if (bytes.length == 0) {
      return Futures.DONE;
    }
    whole.add(at, ByteBuffer.wrap(bytes));
    return access.write(at, ByteBuffer.wrap(bytes));
  }

  /**
   * The file no longer has the bytes that were copied. The object may have data where the file now
   * has a hole, so a new object is required.
   */
  private CompletableFuture<Void> proceed(Opened object) {
    boolean isStored = file.contents().where() == Where.STORED;
    return object.access().close().thenCompose(closed -> isStored ? file.replay(by) : begin());
  }
}
