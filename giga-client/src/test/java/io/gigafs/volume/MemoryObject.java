package io.gigafs.volume;

import io.gigafs.volume.Volume.ObjectOwner;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An object in memory: its bytes as of its last sync, and the changes since. Guarded by its volume.
 */
final class MemoryObject {
  private byte[] synced;
  private byte[] bytes;
  private int size;
  private long modifiedNanos;
  private final List<Change> unsynced = new ArrayList<>();
  @Nullable ObjectOwner owner;
  boolean nameDurable;

  /** A write, or with null a truncation to the offset. */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  private record Change(long offset, byte @Nullable [] written) {}

  MemoryObject(byte[] durable, long modifiedNanos) {
    this.synced = durable.clone();
    this.bytes = durable.clone();
    this.size = durable.length;
    this.modifiedNanos = modifiedNanos;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, size);
  }

  ObjectStatus status() {
    return new ObjectStatus(size, modifiedNanos);
  }

  int read(long offset, ByteBuffer into) {
    if (offset >= size) {
      return 0;
    }
    int count = Math.min(into.remaining(), size - (int) offset);
    into.put(bytes, (int) offset, count);
    return count;
  }

  void write(long offset, ByteBuffer from, long nowNanos) {
    byte[] written = new byte[from.remaining()];
    from.get(written);
    change(new Change(offset, written));
    modifiedNanos = nowNanos;
  }

  void truncate(long newSize, long nowNanos) {
    change(new Change(newSize, null));
    modifiedNanos = nowNanos;
  }

  private void change(Change change) {
    unsynced.add(change);
    apply(change);
  }

  private void apply(Change change) {
    byte[] written = change.written();
    if (written == null) {
      resize(Math.toIntExact(change.offset()));
    } else if (written.length > 0) {
      int end = Math.toIntExact(change.offset() + written.length);
      if (end > size) {
        resize(end);
      }
      System.arraycopy(written, 0, bytes, (int) change.offset(), written.length);
    }
  }

  private void resize(int newSize) {
    if (newSize > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(newSize, 2 * bytes.length));
    } else if (newSize < size) {
      Arrays.fill(bytes, newSize, size, (byte) 0);
    }
    size = newSize;
  }

  void sync() {
    synced = bytes();
    unsynced.clear();
  }

  /** Loses any subset of the changes since the last sync, because disks reorder writes. */
  void crash(RandomGenerator random) {
    List<Change> since = List.copyOf(unsynced);
    bytes = synced.clone();
    size = synced.length;
    for (Change change : since) {
      if (random.nextBoolean()) {
        apply(change);
      }
    }
    sync();
  }
}
