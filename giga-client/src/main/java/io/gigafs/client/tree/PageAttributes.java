package io.gigafs.client.tree;

import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.lease.LeaseContext;
import io.gigafs.client.lookup.DirectoryAttributes;
import io.gigafs.client.lookup.NameLookup;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.tree.ListableDirectory.ListedDirectory;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.LookupResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Completes the entries of a page with attributes that are kept elsewhere, some at a time: those of
 * directories from their partitions, those of linked files from their inode records. Safe for use
 * by several threads. Entries that are gone by then are left out.
 */
final class PageAttributes {
  private static final int MAX_IN_FLIGHT = 32;

  private final LeaseContext context;
  private final ClientOperation<?> operation;
  private final ListedDirectory directory;
  private final Filled then;

  /** Guarded by this. */
  private final @Nullable ListedEntry[] entries;

  /** The first entry that was not processed. Guarded by this. */
  private int next;

  /** Guarded by this. */
  private int inFlight;

  /** Guarded by this. */
  private boolean ended;

  /** Receives the page. */
  interface Filled {
    void filled(List<ListedEntry> entries);

    void notFilled(GigaException failure);
  }

  PageAttributes(
      LeaseContext context,
      ClientOperation<?> operation,
      ListedDirectory directory,
      List<ListedEntry> page,
      Filled then) {
    this.context = context;
    this.operation = operation;
    this.directory = directory;
    this.entries = page.toArray(new ListedEntry[0]);
    this.then = then;
  }

  void begin() {
    List<Integer> places = new ArrayList<>();
    List<ListedEntry> all = null;
    synchronized (this) {
      while (!ended && next < entries.length && inFlight < MAX_IN_FLIGHT) {
        ListedEntry entry = entries[next];
        if (entry != null && isKnownElsewhere(entry)) {
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

  private static boolean isKnownElsewhere(ListedEntry entry) {
    return entry.type() == FileType.DIRECTORY || entry.attributes() == null;
  }

  private void ask(int place) {
    ListedEntry entry;
    synchronized (this) {
      entry = entries[place];
    }
    if (entry == null) {
      settle(place, null);
    } else if (entry.attributes() == null) {
      new LinkedFile(place, entry).begin();
    } else {
      gather(place, entry, DirectoryEntry.of(entry.attributes()));
    }
  }

  private void gather(int place, ListedEntry entry, DirectoryEntry directory) {
    DirectoryAttributes.gather(
        context,
        operation,
        directory,
        new DirectoryAttributes.Gathered() {
          @Override
          public void gathered(FileAttributes attributes) {
            settle(place, entry, attributes);
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

  private void settle(int place, ListedEntry entry, FileAttributes attributes) {
    settle(
        place,
        new ListedEntry(
            entry.name(),
            attributes.inode(),
            attributes.type(),
            attributes,
            entry.mayHaveXattrs()));
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

  /** An entry that is a name of a linked file. */
  private final class LinkedFile extends NameLookup {
    private final int place;
    private final ListedEntry entry;
    private boolean isNameAsked;

    LinkedFile(int place, ListedEntry entry) {
      super(PageAttributes.this.context, PageAttributes.this.operation, directory.target());
      this.place = place;
      this.entry = entry;
    }

    void begin() {
      lookUp(new DirectoryKey(entry.inode(), InodeId.FILE_NAME));
    }

    @Override
    protected void found(LookupResult result) {
      if (result.attributes().isDirectory()) {
        gather(place, entry, DirectoryEntry.of(result));
      } else {
        settle(place, entry, result.attributes());
      }
    }

    /** The inode record is gone, and the name may refer elsewhere now. */
    @Override
    protected void failed(GigaException failure) {
      boolean isGone = failure.code() == ErrorCode.ESTALE || failure.code() == ErrorCode.ENOENT;
      if (isGone && !isNameAsked) {
        isNameAsked = true;
        lookUp(new DirectoryKey(directory.id(), entry.name()));
      } else if (isGone) {
        settle(place, null);
      } else {
        fail(failure);
      }
    }
  }
}
