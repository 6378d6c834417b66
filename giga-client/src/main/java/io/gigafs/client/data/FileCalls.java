package io.gigafs.client.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.CachePermitResult;
import io.gigafs.protocol.DataChunk;
import io.gigafs.protocol.DataReport;
import io.gigafs.protocol.DataResult;
import io.gigafs.protocol.DataWrite;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.PlaceResult;
import io.gigafs.volume.DataLocation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What an open file's handle asks servers about its bytes; each call is one request, sent until it
 * is answered. Safe for use by several threads. No call blocks; futures fail with {@link
 * io.gigafs.protocol.GigaException}, and none outlives the client's timeout.
 */
public interface FileCalls {
  /** Where a file was opened: a name in a directory. */
  record OpenedName(InodeId directory, Name name) {}

  /** Where the file was opened. */
  OpenedName openedName();

  /** Whether the handle is still open at the server, as far as the client knows. */
  boolean isAlive();

  /**
   * The same handle's calls, with {@code writeObject} and {@code syncObject} to what was placed.
   */
  FileCalls onPlaced();

  /** Where the bytes are; also on a handle that only writes. */
  CompletableFuture<DataResult> read();

  CompletableFuture<DataResult> write(List<DataWrite> writes, boolean sync);

  /** A permit to read the file's object from the cache group, if there is one now. */
  CompletableFuture<CachePermitResult> permit();

  /**
   * Closes the handle; if it is not applied, or fails, the handle is still open.
   *
   * @param read whether it read bytes, wherever they came from
   */
  CompletableFuture<DataResult> close(
      List<DataWrite> writes, @Nullable DataReport report, boolean read, boolean sync);

  /**
   * Closes the handle, of which there is nothing to bring, for somebody who does not wait for that.
   *
   * @param read whether it read bytes, wherever they came from
   */
  CompletableFuture<DataResult> release(boolean read);

  /**
   * Has an object made for the file's bytes, of no bytes, in place of one that was made before.
   * Fails with EEXIST if the file is on a volume.
   */
  CompletableFuture<PlaceResult> place();

  CompletableFuture<DataResult> spill(
      DataLocation location, long size, int copied, int crc, DataReport report);

  CompletableFuture<DataResult> report(DataReport report, boolean sync);

  /** Sets bytes at the end of a file on a volume aside; gives where they begin. */
  CompletableFuture<Long> reserve(long length);

  /**
   * Asks that the handle may write to the file's object up to an offset, where a quota counts;
   * fails with EDQUOT if it may not. Gives up to where it may write from now on, {@link
   * io.gigafs.protocol.GrantResult#NO_QUOTA} if no quota counts.
   *
   * @param written up to where it has written while no quota counted
   */
  CompletableFuture<Long> grant(long written, long end);

  /** fstat(2); of a file on a volume that is written to, the server measures. */
  CompletableFuture<FileAttributes> stat();

  /** Reads from the object, by way of a server; what it gives belongs to whoever asked. */
  CompletableFuture<DataChunk> readObject(long offset, int length);

  /** Writes to the object, by way of a server; the payload belongs to the call. */
  CompletableFuture<Void> writeObject(long offset, int crc, Payload payload);

  /** Has a server make durable the object's bytes, and that it is there. */
  CompletableFuture<Void> syncObject();
}
