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
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.PlaceRequest.PlaceResult;
import io.gigafs.protocol.quota.GrantRequest.GrantResult;
import io.gigafs.volume.DataLocation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A file on a volume that no other client has open; the server answers at once. */
record SettledFile(FileAttributes attributes, DataLocation location) implements HandleDataCalls {
  private CompletableFuture<DataResult> result() {
    return CompletableFuture.completedFuture(
        new DataResult(true, attributes, 0, new FileData.Stored(location, false))
            .withByOthers(false));
  }

  @Override
  public OpenedName openedName() {
    return new OpenedName(InodeId.ROOT, Name.of("f"));
  }

  @Override
  public boolean isAlive() {
    return true;
  }

  @Override
  public HandleDataCalls onPlaced() {
    return this;
  }

  @Override
  public CompletableFuture<DataResult> read() {
    return result();
  }

  @Override
  public CompletableFuture<DataResult> write(List<DataWrite> writes, boolean sync) {
    return result();
  }

  @Override
  public CompletableFuture<DataResult> close(
      List<DataWrite> writes, @Nullable DataReport report, boolean read, boolean sync) {
    return result();
  }

  @Override
  public CompletableFuture<DataResult> release(boolean read) {
    return result();
  }

  @Override
  public CompletableFuture<PlaceResult> place() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<DataResult> spill(
      DataLocation at, long size, int copied, int crc, DataReport report) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<DataResult> report(DataReport report, boolean sync) {
    return result();
  }

  @Override
  public CompletableFuture<CachePermitResult> permit() {
    return CompletableFuture.completedFuture(new CachePermitResult(null, 60_000));
  }

  @Override
  public CompletableFuture<Long> reserve(long length) {
    return CompletableFuture.completedFuture(attributes.size());
  }

  @Override
  public CompletableFuture<Long> grant(long written, long end) {
    return CompletableFuture.completedFuture(GrantResult.NO_QUOTA);
  }

  @Override
  public CompletableFuture<FileAttributes> stat() {
    return CompletableFuture.completedFuture(attributes);
  }

  @Override
  public CompletableFuture<DataChunk> readObject(long offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> writeObject(long offset, int crc, Payload payload) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> syncObject() {
    return CompletableFuture.completedFuture(null);
  }
}
