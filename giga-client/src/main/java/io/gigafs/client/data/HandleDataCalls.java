package io.gigafs.client.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.cache.CachePermitRequest.CachePermitResult;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.PlaceRequest.PlaceResult;
import io.gigafs.volume.DataLocation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The requests that an open handle sends to servers about the file's bytes. Safe for use by several
 * threads. Each call is one request, retried until it is answered. No call blocks. Futures fail
 * with {@link io.gigafs.protocol.GigaException}, and none outlives the client's timeout.
 */
public interface HandleDataCalls {
  /** The name and directory under which a file was opened. */
  record OpenedName(InodeId directory, Name name) {}

  /** The name under which the file was opened. */
  OpenedName openedName();

  /** Whether the handle is still open at the server, as far as the client knows. */
  boolean isAlive();

  /**
   * The same handle's calls, with {@code writeObject} and {@code syncObject} directed to the placed
   * object.
   */
  HandleDataCalls onPlaced();

  /** Returns where the bytes are; also for a write-only handle. */
  CompletableFuture<DataResult> read();

  CompletableFuture<DataResult> write(List<DataWrite> writes, boolean sync);

  /** Requests a permit to read the file's object from the cache group, if there is one now. */
  CompletableFuture<CachePermitResult> permit();

  /**
   * Closes the handle. If the request is not applied, or fails, the handle stays open.
   *
   * @param read whether the handle read bytes, from whatever source
   */
  CompletableFuture<DataResult> close(
      List<DataWrite> writes, @Nullable DataReport report, boolean read, boolean sync);

  /**
   * Closes a handle with nothing to flush, for a caller that does not wait.
   *
   * @param read whether the handle read bytes, from whatever source
   */
  CompletableFuture<DataResult> release(boolean read);

  /**
   * Requests an empty object for the file's bytes, in place of one that was placed before. Fails
   * with EEXIST if the file is on a volume.
   */
  CompletableFuture<PlaceResult> place();

  CompletableFuture<DataResult> spill(
      DataLocation location, long size, int copied, int crc, DataReport report);

  CompletableFuture<DataResult> report(DataReport report, boolean sync);

  /** Reserves bytes at the end of a file on a volume; returns where they begin. */
  CompletableFuture<Long> reserve(long length);

  /**
   * Requests a quota grant to write to the file's object up to an offset; fails with EDQUOT if the
   * quota is used up. Returns up to where the handle may write from now on, {@link
   * io.gigafs.protocol.quota.GrantRequest.GrantResult#NO_QUOTA} if no quota counts.
   *
   * @param written up to where the handle has written while no quota counted
   */
  CompletableFuture<Long> grant(long written, long end);

  /** fstat(2). If the file is on a volume and open for writing, the server measures the object. */
  CompletableFuture<FileAttributes> stat();

  /** Reads from the object through a server. The caller owns the result. */
  CompletableFuture<DataChunk> readObject(long offset, int length);

  /** Writes to the object through a server. The call owns the payload. */
  CompletableFuture<Void> writeObject(long offset, int crc, Payload payload);

  /** Requests that a server make durable the object's bytes and its directory entry. */
  CompletableFuture<Void> syncObject();
}
