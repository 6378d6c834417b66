package io.gigafs.client.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.cache.CachePermitRequest.CachePermitResult;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.PlaceRequest.PlaceResult;
import io.gigafs.protocol.quota.GrantRequest.GrantResult;
import io.gigafs.protocol.quota.QuotaShortage;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.Volume;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.VolumeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A file as a server stores it: inline or on a volume. */
final class FakeFile {
  static final int VOLUME = 1;

  final List<String> requests = new ArrayList<>();
  @Nullable GigaException failsWith;

  /** The quota of the file in bytes; null if there is none. */
  @Nullable Long quotaBytes;

  /** Bytes that are granted in addition to the requested ones. */
  long grantedAhead;

  private final ScheduledSteps steps;
  private final Volume volume;
  private final int mostInline;
  private byte[] bytes = {};
  private long size;
  private @Nullable DataLocation stored;
  private int placed;

  FakeFile(ScheduledSteps steps, Volume volume, int mostInline) {
    this.steps = steps;
    this.volume = volume;
    this.mostInline = mostInline;
  }

  static InodeId inode() {
    return InodeId.of(0, 77);
  }

  QuotaShortage shortage() {
    return quotaBytes == null ? QuotaShortage.NONE : QuotaShortage.SHORT;
  }

  FileData data() {
    return stored == null
        ? new FileData.Inline(bytes.clone(), CachedBytes.crcOf(bytes))
        : new FileData.Stored(stored, true);
  }

  boolean isStored() {
    return stored != null;
  }

  /** The whole contents, as a new handle reads them. */
  byte[] contents() {
    try {
      if (stored == null) {
        return Arrays.copyOf(bytes, (int) size);
      }
      byte[] all = new byte[(int) volume.status(stored.path()).size()];
      try (var object = volume.open(stored.path(), false)) {
        object.read(0, ByteBuffer.wrap(all));
      }
      return all;
    } catch (VolumeException e) {
      throw new AssertionError(e);
    }
  }

  long size() {
    return contents().length;
  }

  /** Truncates the file to any size, as O_TRUNC and truncate(2) do. */
  void truncate(long newSize) {
    try {
      if (stored != null && newSize == 0) {
        stored = null;
        bytes = new byte[0];
      } else if (stored != null) {
        volume.truncate(stored.path(), newSize);
      } else {
        bytes = Arrays.copyOf(bytes, (int) Math.min(bytes.length, newSize));
      }
      size = newSize;
    } catch (VolumeException e) {
      throw new AssertionError(e);
    }
  }

  /** The number of names of the file. */
  int links = 1;

  FileAttributes attributes() {
    return new FileAttributes(
        inode(), FileType.REGULAR, 0644, 0, 0, size(), links, 0, steps.nanos(), 0, 0);
  }

  private DataResult result(boolean applied, long end) {
    return new DataResult(applied, attributes(), end, applied ? null : data());
  }

  private DataResult apply(List<DataWrite> writes) throws GigaException {
    if (writes.isEmpty()) {
      return result(stored == null, 0);
    }
    byte[] next = bytes;
    long nextSize = size;
    long end = 0;
    for (DataWrite write : writes) {
      long at = write.offset() == DataWrite.APPEND ? nextSize : write.offset();
      long to = at + write.bytes().length;
      if (stored != null || to > Math.max(mostInline, bytes.length)) {
        return result(false, 0);
      }
      next = Arrays.copyOf(next, (int) Math.max(next.length, to));
      System.arraycopy(write.bytes(), 0, next, (int) at, write.bytes().length);
      nextSize = Math.max(nextSize, to);
      end = write.offset() == DataWrite.APPEND ? to : end;
    }
    if (quotaBytes != null && nextSize > Math.max(size, quotaBytes)) {
      throw ErrorCode.EDQUOT.exception("");
    }
    bytes = next;
    size = nextSize;
    return result(true, end);
  }

  private DataLocation place() throws IOException {
    if (stored != null) {
      throw ErrorCode.EEXIST.exception("");
    }
    placed++;
    DataLocation location = new DataLocation(VOLUME, "d/0/file." + placed);
    volume.create(location.path(), new ObjectOwner(0, 0, 0644)).close();
    return location;
  }

  private DataResult spill(DataLocation location, long copiedSize, int copied, int crc) {
    if (stored == null
        && copiedSize == size
        && copied == bytes.length
        && crc == CachedBytes.crcOf(bytes)) {
      stored = location;
      return result(true, 0);
    }
    return result(false, 0);
  }

  /** The server calls of a new handle. */
  HandleDataCalls calls() {
    return new Calls();
  }

  /** The object that the requests of a handle refer to. */
  String objectOf(HandleDataCalls calls) {
    Calls asked = (Calls) calls;
    DataLocation placement = asked.onPlaced ? asked.handle.placement : stored;
    if (placement == null) {
      throw new AssertionError("the file is not on a volume");
    }
    return placement.path();
  }

  private final class Calls implements HandleDataCalls {
    private final Calls handle;
    private final boolean onPlaced;
    private @Nullable DataLocation placement;

    Calls() {
      this.handle = this;
      this.onPlaced = false;
    }

    private Calls(Calls handle) {
      this.handle = handle;
      this.onPlaced = true;
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
      return new Calls(this);
    }

    private <T> CompletableFuture<T> does(String what, Callable<T> work) {
      return steps.later(
          () -> {
            requests.add(what);
            GigaException failure = failsWith;
            try {
              return failure == null
                  ? CompletableFuture.completedFuture(work.call())
                  : CompletableFuture.failedFuture(failure);
            } catch (Exception e) {
              return CompletableFuture.failedFuture(e);
            }
          });
    }

    @Override
    public CompletableFuture<CachePermitResult> permit() {
      return CompletableFuture.completedFuture(new CachePermitResult(null, 1_000));
    }

    @Override
    public CompletableFuture<DataResult> read() {
      return does("read", () -> new DataResult(true, attributes(), 0, data()));
    }

    @Override
    public CompletableFuture<DataResult> write(List<DataWrite> writes, boolean sync) {
      return does("write", () -> apply(writes));
    }

    @Override
    public CompletableFuture<DataResult> close(
        List<DataWrite> writes, @Nullable DataReport report, boolean read, boolean sync) {
      return does("close", () -> writes.isEmpty() ? result(true, 0) : apply(writes));
    }

    @Override
    public CompletableFuture<DataResult> release(boolean read) {
      return does("release", () -> result(true, 0));
    }

    @Override
    public CompletableFuture<PlaceResult> place() {
      return does(
          "place",
          () -> {
            placement = FakeFile.this.place();
            return new PlaceResult(placement, quotaBytes != null);
          });
    }

    @Override
    public CompletableFuture<DataResult> spill(
        DataLocation location, long size, int copied, int crc, DataReport report) {
      return does("spill", () -> FakeFile.this.spill(location, size, copied, crc));
    }

    @Override
    public CompletableFuture<DataResult> report(DataReport report, boolean sync) {
      return does("report", () -> result(true, 0));
    }

    @Override
    public CompletableFuture<Long> grant(long written, long end) {
      return does(
          "grant",
          () -> {
            Long limit = quotaBytes;
            if (limit == null) {
              return GrantResult.NO_QUOTA;
            }
            if (end > limit) {
              throw ErrorCode.EDQUOT.exception("");
            }
            return Math.min(limit, end + grantedAhead);
          });
    }

    @Override
    public CompletableFuture<Long> reserve(long length) {
      return does(
          "reserve",
          () -> {
            if (stored == null) {
              throw ErrorCode.ENODATA.exception("");
            }
            long at = volume.status(stored.path()).size();
            volume.truncate(stored.path(), at + length);
            return at;
          });
    }

    @Override
    public CompletableFuture<FileAttributes> stat() {
      return does("stat", FakeFile.this::attributes);
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
      throw new UnsupportedOperationException();
    }
  }
}
