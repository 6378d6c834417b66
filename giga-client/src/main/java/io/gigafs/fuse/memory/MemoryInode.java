package io.gigafs.fuse.memory;

import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.StatModes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A file in memory. Its attributes and bytes are guarded by its monitor. */
final class MemoryInode {
  private static final int CHUNK_BYTES = 1 << 20;

  final long number;
  final long device;
  final byte[] target;

  /** Entries of a directory by name, and by position in listings. */
  final Map<Name, Entry> entries;

  final ConcurrentSkipListMap<Long, Entry> places;
  final Map<Name, byte[]> xattrs = new ConcurrentHashMap<>();

  /** The parent of a directory. */
  volatile long parent;

  int mode;
  int uid;
  int gid;
  int links;
  long size;
  long accessed;
  long modified;
  long changed;

  private final AtomicLong nextPlace = new AtomicLong();
  private final List<byte @Nullable []> chunks = new ArrayList<>();

  /** The bytes of a name. */
  record Name(String bytes) {
    static Name of(byte[] bytes) {
      return new Name(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1));
    }

    byte[] toBytes() {
      return bytes.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }
  }

  /** A name in a directory. */
  record Entry(Name name, byte[] bytes, MemoryInode inode, long place) {}

  MemoryInode(long number, int mode, int uid, int gid, long device, byte[] target, long now) {
    this.number = number;
    this.mode = mode;
    this.uid = uid;
    this.gid = gid;
    this.device = device;
    this.target = target;
    this.size = target.length;
    this.links = isDirectory() ? 2 : 0;
    this.accessed = now;
    this.modified = now;
    this.changed = now;
    this.entries = isDirectory() ? new ConcurrentHashMap<>() : Map.of();
    this.places = new ConcurrentSkipListMap<>();
  }

  boolean isDirectory() {
    return (mode & StatModes.TYPE) == StatModes.DIRECTORY;
  }

  Entry put(Name name, byte[] bytes, MemoryInode child) {
    Entry entry = new Entry(name, bytes, child, nextPlace.incrementAndGet());
    Entry before = entries.put(name, entry);
    if (before != null) {
      places.remove(before.place);
    }
    places.put(entry.place, entry);
    return entry;
  }

  /** Adds an entry; returns whether the name was free. */
  boolean putIfAbsent(Name name, byte[] bytes, MemoryInode child) {
    Entry entry = new Entry(name, bytes, child, nextPlace.incrementAndGet());
    if (entries.putIfAbsent(name, entry) != null) {
      return false;
    }
    places.put(entry.place, entry);
    return true;
  }

  boolean remove(Entry entry) {
    places.remove(entry.place);
    return entries.remove(entry.name, entry);
  }

  synchronized void fill(FuseAttributes out) {
    out.set(number, mode, uid, gid, size, links, accessed, modified, changed, device);
  }

  synchronized int read(long offset, ByteBuffer into) {
    int left = (int) Math.min(into.remaining(), Math.max(0, size - offset));
    int wanted = left;
    for (long at = offset; left > 0; ) {
      int start = (int) (at % CHUNK_BYTES);
      int count = Math.min(left, CHUNK_BYTES - start);
      int index = (int) (at / CHUNK_BYTES);
      byte[] chunk = index < chunks.size() ? chunks.get(index) : null;
      into.put(chunk == null ? new byte[count] : chunk, chunk == null ? 0 : start, count);
      at += count;
      left -= count;
    }
    return wanted;
  }

  synchronized int write(long offset, ByteBuffer from, long now) {
    int wanted = from.remaining();
    long at = offset;
    while (from.hasRemaining()) {
      int start = (int) (at % CHUNK_BYTES);
      int count = Math.min(from.remaining(), CHUNK_BYTES - start);
      from.get(chunk((int) (at / CHUNK_BYTES)), start, count);
      at += count;
    }
    size = Math.max(size, at);
    modified = now;
    changed = now;
    return wanted;
  }

  synchronized int append(ByteBuffer from, long now) {
    return write(size, from, now);
  }

  private byte[] chunk(int index) {
    while (chunks.size() <= index) {
      chunks.add(null);
    }
    byte[] chunk = chunks.get(index);
    if (chunk == null) {
      chunk = new byte[CHUNK_BYTES];
      chunks.set(index, chunk);
    }
    return chunk;
  }

  synchronized void truncate(long newSize, long now) {
    if (newSize < size) {
      punch(newSize, size - newSize);
      int kept = (int) ((newSize + CHUNK_BYTES - 1) / CHUNK_BYTES);
      while (chunks.size() > kept) {
        chunks.remove(chunks.size() - 1);
      }
    }
    size = newSize;
    modified = now;
    changed = now;
  }

  /** Overwrites a range with zeros. */
  synchronized void punch(long offset, long length) {
    long end = Math.min(offset + length, size);
    for (long at = offset; at < end; ) {
      int start = (int) (at % CHUNK_BYTES);
      int count = (int) Math.min(end - at, CHUNK_BYTES - start);
      int index = (int) (at / CHUNK_BYTES);
      byte[] chunk = index < chunks.size() ? chunks.get(index) : null;
      if (chunk != null) {
        java.util.Arrays.fill(chunk, start, start + count, (byte) 0);
      }
      at += count;
    }
  }
}
