package io.gigafs.cli.dump;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.tree.OrderedWalk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes entries that are not directories, with their details: bytes, targets, attributes, other
 * names. A walk requests these ahead. Besides, a number is in memory for each file with several
 * names that are not all written yet. For one thread.
 */
final class FileReads {
  private static final int MIN_SHARE = OrderedWalk.WINDOW / 64;

  private static final long SHARE_BYTES = (16 << 20) / OrderedWalk.WINDOW;

  /** The size of the reads of a large file. */
  private static final int PIECE_BYTES = 128 << 10;

  private static final int PIECES = 4;

  private final AsyncGigaClient client;
  private final DumpWriter out;
  private final boolean withData;
  private final long mostSmallBytes;
  private final Map<InodeId, Named> named = new HashMap<>();
  private long lastNumber;
  private long without;
  private long vanished;

  /**
   * @param withData whether files are written with their bytes
   * @param mostSmallBytes the maximum size of a file that is read at once
   */
  FileReads(AsyncGigaClient client, DumpWriter out, boolean withData, long mostSmallBytes) {
    this.client = client;
    this.out = out;
    this.withData = withData;
    this.mostSmallBytes = mostSmallBytes;
  }

  /** A file with several names, some of which are still to come. */
  private record Named(long number, int namesLeft) {}

  /** An entry, and the requests for its details; null if not needed. */
  record Reading(
      GigaPath path,
      RestoredEntry entry,
      FileAttributes attributes,
      @Nullable CompletableFuture<byte[]> bytes,
      @Nullable CompletableFuture<byte[]> target,
      @Nullable CompletableFuture<List<Xattr>> xattrs) {}

  /** Files that are in the dump without their bytes. */
  long without() {
    return without;
  }

  /** Entries that were removed after the listing of their directory. */
  long vanished() {
    return vanished;
  }

  private boolean isSmall(ListedEntry entry) {
    FileAttributes attributes = Objects.requireNonNull(entry.attributes());
    return withData
        && attributes.type() == FileType.REGULAR
        && attributes.size() > 0
        && attributes.size() <= mostSmallBytes;
  }

  /**
   * The share of a walk's window that an entry takes, so that at most 64 are requested ahead, and
   * not more than 16 MiB.
   */
  int share(ListedEntry entry) {
    long ofBytes = isSmall(entry) ? sizeOf(entry) / SHARE_BYTES + 1 : 0;
    return (int) Math.min(OrderedWalk.WINDOW, Math.max(MIN_SHARE, ofBytes));
  }

  private static long sizeOf(ListedEntry entry) {
    return Objects.requireNonNull(entry.attributes()).size();
  }

  /** Requests the details of an entry. */
  Reading begin(GigaPath path, ListedEntry each) {
    FileAttributes attributes = Objects.requireNonNull(each.attributes());
    RestoredEntry entry = RestoredEntry.of(each.name(), attributes);
    if (named.containsKey(attributes.inode())) {
      return new Reading(path, entry, attributes, null, null, null);
    }
    return new Reading(
        path,
        entry,
        attributes,
        isSmall(each) ? client.readFile(path) : null,
        attributes.type() == FileType.SYMLINK ? client.readLink(path) : null,
        each.mayHaveXattrs() ? client.listXattrs(path, Follow.NO) : null);
  }

  /** Writes an entry, when its details have arrived. */
  void write(Reading reading) throws IOException {
    FileAttributes attributes = reading.attributes;
    Named known = attributes.links() > 1 ? named.get(attributes.inode()) : null;
    if (known != null) {
      out.otherName(reading.entry.name(), known.number);
      if (known.namesLeft == 1) {
        named.remove(attributes.inode());
      } else {
        named.put(attributes.inode(), new Named(known.number, known.namesLeft - 1));
      }
      return;
    }
    try {
      writeWhole(reading);
    } catch (IOException e) {
      if (!ErrorText.isError(e, ErrorCode.ENOENT)) {
        throw e;
      }
      vanished++;
    }
  }

  /** Requests everything first, since the file may have been removed. */
  private void writeWhole(Reading reading) throws IOException {
    RestoredEntry entry = reading.entry;
    byte @Nullable [] target = reading.target == null ? null : Futures.await(reading.target);
    List<Xattr> xattrs = reading.xattrs == null ? List.of() : Futures.await(reading.xattrs);
    if (reading.bytes != null) {
      byte[] bytes = Futures.await(reading.bytes);
      entry = entry.with(bytes.length, FileData.Inline.of(withoutZeros(bytes)));
    }
    boolean isLeftOut =
        entry.type() == FileType.REGULAR && entry.size() > 0 && reading.bytes == null;
    if (isLeftOut && withData) {
      try (OpenFile file =
          Futures.await(
              client.open(reading.path, OpenOptions.of(Flag.READ, Flag.NO_ACCESS_TIME)))) {
        writeHead(reading, entry, target, xattrs);
        writeBytes(file, entry.size());
      }
      return;
    }
    without += isLeftOut ? 1 : 0;
    writeHead(reading, entry, target, xattrs);
  }

  private void writeHead(
      Reading reading, RestoredEntry entry, byte @Nullable [] target, List<Xattr> xattrs)
      throws IOException {
    out.entry(new DumpRecord.Entry(entry, target));
    for (Xattr xattr : xattrs) {
      out.more(new DumpRecord.Attribute(xattr));
    }
    FileAttributes attributes = reading.attributes;
    if (attributes.links() > 1) {
      lastNumber++;
      named.put(attributes.inode(), new Named(lastNumber, attributes.links() - 1));
      out.more(new DumpRecord.Numbered(lastNumber));
    }
    if (attributes.flags() != 0) {
      out.more(new DumpRecord.Flags(attributes.flags()));
    }
  }

  /** A read in progress. */
  private record Piece(long offset, byte[] bytes, CompletableFuture<Integer> read) {}

  /** Of a file on servers, only the first bytes, up to the inline limit, may differ from zeros. */
  private void writeBytes(OpenFile file, long size) throws IOException {
    boolean isOnVolume = Futures.await(file.isOnVolume());
    long kept = Math.min(size, mostSmallBytes);
    writePieces(file, 0, isOnVolume ? size : kept);
    if (!isOnVolume && kept < size && Futures.await(file.isOnVolume())) {
      writePieces(file, kept, size); // it has moved meanwhile
    }
  }

  private void writePieces(OpenFile file, long from, long size) throws IOException {
    Deque<Piece> under = new ArrayDeque<>();
    long next = from;
    try {
      while (next < size || !under.isEmpty()) {
        while (next < size && under.size() < PIECES) {
          byte[] bytes = new byte[(int) Math.min(PIECE_BYTES, size - next)];
          under.add(new Piece(next, bytes, file.read(next, ByteBuffer.wrap(bytes))));
          next += bytes.length;
        }
        Piece piece = under.remove();
        int length = Futures.await(piece.read);
        byte[] bytes = withoutZeros(Arrays.copyOf(piece.bytes, length));
        if (bytes.length > 0) {
          out.more(new DumpRecord.Bytes(piece.offset, bytes));
        }
        next = length < piece.bytes.length ? size : next; // it was truncated meanwhile
      }
    } finally {
      for (Piece piece : under) { // its buffer may still be written to
        piece.read.cancel(false);
      }
    }
  }

  /** Drops trailing zeros, which follow from the size. */
  private static byte[] withoutZeros(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }
}
