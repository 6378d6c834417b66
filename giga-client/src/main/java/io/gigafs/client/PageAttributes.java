package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.ListedEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives the directories of a page the attributes that only their partitions know, some directories
 * at a time. Safe for use by several threads. A directory that is gone by then is left out.
 */
final class PageAttributes {
  private static final int MAX_IN_FLIGHT = 32;

  private final Core core;
  private final Operation<?> operation;
  private final Filled then;

  /** Guarded by this. */
  private final @Nullable ListedEntry[] entries;

  /** The first entry that has not been looked at. Guarded by this. */
  private int next;

  /** Guarded by this. */
  private int inFlight;

  /** Guarded by this. */
  private boolean ended;

  /** Who waits for the page. */
  interface Filled {
    void filled(List<ListedEntry> entries);

    void notFilled(GigaException failure);
  }

  PageAttributes(Core core, Operation<?> operation, List<ListedEntry> page, Filled then) {
    this.core = core;
    this.operation = operation;
    this.entries = page.toArray(new ListedEntry[0]);
    this.then = then;
  }

  void begin() {
    List<Integer> places = new ArrayList<>();
    List<ListedEntry> all = null;
    synchronized (this) {
      while (!ended && next < entries.length && inFlight < MAX_IN_FLIGHT) {
        ListedEntry entry = entries[next];
        if (entry != null && entry.type() == FileType.DIRECTORY) {
          places.add(next);
          inFlight++;
        }
        next++;
      }
      if (!ended && inFlight == 0) {
        ended = true;
        all = Arrays.stream(entries).filter(Objects::nonNull).toList();
      }
    }
    places.forEach(this::ask);
    if (all != null) {
      then.filled(all);
    }
  }

  private void ask(int place) {
    ListedEntry entry;
    synchronized (this) {
      entry = entries[place];
    }
    if (entry == null || entry.attributes() == null) {
      settle(place, entry);
      return;
    }
    DirectoryEntry directory = DirectoryEntry.of(entry.attributes());
    DirectoryAttributes.gather(
        core,
        operation,
        directory,
        new DirectoryAttributes.Gathered() {
          @Override
          public void gathered(FileAttributes attributes) {
            settle(place, new ListedEntry(entry.name(), entry.inode(), entry.type(), attributes));
          }

          @Override
          public void notGathered(GigaException failure) {
            if (failure.code() == ErrorCode.ESTALE) {
              settle(place, null);
            } else {
              fail(failure);
            }
          }
        });
  }

  private void settle(int place, @Nullable ListedEntry entry) {
    synchronized (this) {
      entries[place] = entry;
      inFlight--;
    }
    begin();
  }

  private void fail(GigaException failure) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    then.notFilled(failure);
  }
}
