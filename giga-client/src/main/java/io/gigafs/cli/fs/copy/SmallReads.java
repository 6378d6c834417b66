package io.gigafs.cli.fs.copy;

import io.gigafs.client.Awaiting;
import io.gigafs.client.FileContents;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads small files that were announced: the read of one also fetches others of its directory, in
 * few requests, for their later readers. Safe for use by several threads.
 *
 * <p>A read does not wait for more announcements. The bytes of a file stay in memory until it is
 * forgotten.
 */
final class SmallReads {
  /** A limit, so that other threads can start before all files have arrived. */
  private static final int MAX_AT_ONCE = 128;

  private final GigaClient client;

  /**
   * Announced files that are not being read, by directory, in the order of announcement. Guarded by
   * this.
   */
  private final Map<GigaPath, Set<Name>> waiting = new HashMap<>();

  /** Files that are being read, or were read. */
  private final Map<GigaPath, CompletableFuture<byte[]>> begun = new ConcurrentHashMap<>();

  SmallReads(GigaClient client) {
    this.client = client;
  }

  /** Announces a file, which must be forgotten later. */
  synchronized void announce(GigaPath file) {
    waiting.computeIfAbsent(file.parent(), parent -> new LinkedHashSet<>()).add(file.name());
  }

  /** Ends an announcement, whether the file was read or not. */
  synchronized void forget(GigaPath file) {
    begun.remove(file);
    Set<Name> beside = waiting.get(file.parent());
    if (beside != null && beside.remove(file.name()) && beside.isEmpty()) {
      waiting.remove(file.parent());
    }
  }

  /** All bytes of a file; a file that was not announced is read alone. */
  byte[] read(GigaPath file) throws GigaException {
    List<Name> names = take(file);
    if (!names.isEmpty()) {
      begin(file.parent(), names);
    }
    CompletableFuture<byte[]> contents = begun.get(file);
    return contents == null ? client.readFile(file) : Awaiting.result(contents);
  }

  /** Selects an announced file and others of its directory; none if the file is not waiting. */
  private synchronized List<Name> take(GigaPath file) {
    GigaPath directory = file.parent();
    Set<Name> beside = waiting.get(directory);
    if (beside == null || !beside.remove(file.name())) {
      return List.of();
    }
    List<Name> taken = new ArrayList<>();
    taken.add(file.name());
    Iterator<Name> others = beside.iterator();
    while (taken.size() < MAX_AT_ONCE && others.hasNext()) {
      taken.add(others.next());
      others.remove();
    }
    if (beside.isEmpty()) {
      waiting.remove(directory);
    }
    taken.forEach(name -> begun.put(directory.child(name), new CompletableFuture<>()));
    return taken;
  }

  private void begin(GigaPath directory, List<Name> names) {
    client
        .async()
        .readAll(directory, names)
        .whenComplete(
            (all, failure) -> {
              for (int i = 0; i < names.size(); i++) {
                GigaPath file = directory.child(names.get(i));
                CompletableFuture<byte[]> asked = begun.get(file);
                if (asked != null) {
                  complete(asked, file, all == null ? null : all.get(i), failure);
                }
              }
            });
  }

  private static void complete(
      CompletableFuture<byte[]> asked,
      GigaPath file,
      @Nullable FileContents contents,
      @Nullable Throwable failure) {
    if (failure != null) {
      asked.completeExceptionally(failure);
    } else if (contents != null && contents.bytes() != null) {
      asked.complete(contents.bytes());
    } else {
      ErrorCode error =
          contents == null || contents.error() == null ? ErrorCode.EIO : contents.error();
      asked.completeExceptionally(error.exception(file.toString()));
    }
  }
}
