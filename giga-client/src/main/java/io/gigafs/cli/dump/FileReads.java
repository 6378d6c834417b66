package io.gigafs.cli.dump;

import io.gigafs.cli.Futures;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileData;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.ListedEntry;
import io.gigafs.protocol.RestoredEntry;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes of the small files of a page of a listing, some ahead of others, in bounded
 * memory. For one thread.
 */
final class FileReads {
  /** Files that are being read or wait for their turn, and their bytes. */
  private static final int AHEAD = 64;

  private static final long AHEAD_BYTES = 16 << 20;

  private final AsyncGigaClient client;
  private final long mostBytes;
  private long left;
  private long without;
  private long vanished;

  /**
   * @param mostBytes what a small file has at most; 0 to read none
   */
  FileReads(AsyncGigaClient client, long mostBytes) {
    this.client = client;
    this.mostBytes = mostBytes;
  }

  /** Takes entries, one after the other. */
  @FunctionalInterface
  interface EntryTaker {
    void take(RestoredEntry entry) throws IOException;
  }

  /** An entry, and its bytes if they are read. */
  private record Reading(RestoredEntry entry, @Nullable CompletableFuture<byte[]> bytes) {}

  /** Files of more bytes than are read. */
  long without() {
    return without;
  }

  /** Files that were removed between their directory's listing and their turn. */
  long vanished() {
    return vanished;
  }

  /** Hands over entries that are no directories, with their bytes, in their order. */
  void read(GigaPath directory, List<ListedEntry> entries, EntryTaker taker) throws IOException {
    Deque<Reading> under = new ArrayDeque<>();
    left = AHEAD_BYTES;
    try {
      for (ListedEntry each : entries) {
        RestoredEntry entry =
            RestoredEntry.of(each.name(), Objects.requireNonNull(each.attributes()));
        while (under.size() >= AHEAD || (!under.isEmpty() && left < entry.size() && reads(entry))) {
          hand(under.remove(), taker);
        }
        under.add(begin(directory, entry));
      }
      while (!under.isEmpty()) {
        hand(under.remove(), taker);
      }
    } finally {
      for (Reading each : under) { // a failure ends the dump
        CompletableFuture<byte[]> bytes = each.bytes;
        if (bytes != null) {
          bytes.cancel(false);
        }
      }
    }
  }

  private boolean reads(RestoredEntry entry) {
    return entry.type() == FileType.REGULAR && entry.size() > 0 && entry.size() <= mostBytes;
  }

  private Reading begin(GigaPath directory, RestoredEntry entry) {
    if (!reads(entry)) {
      without += entry.type() == FileType.REGULAR && entry.size() > 0 ? 1 : 0;
      return new Reading(entry, null);
    }
    left -= entry.size();
    return new Reading(entry, client.readFile(directory.child(entry.name())));
  }

  private void hand(Reading reading, EntryTaker taker) throws IOException {
    RestoredEntry entry = reading.entry;
    if (reading.bytes == null) {
      taker.take(entry);
      return;
    }
    left += entry.size();
    byte[] bytes;
    try {
      bytes = Futures.await(reading.bytes);
    } catch (IOException e) {
      if (Futures.isError(e, ErrorCode.ENOENT)) {
        vanished++;
        return;
      }
      throw e;
    }
    taker.take(entry.with(bytes.length, FileData.Inline.of(withoutZeros(bytes))));
  }

  /** What is behind the last byte that is not zero, the size says. */
  private static byte[] withoutZeros(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }
}
