package io.gigafs.fuse;

import io.gigafs.client.Listing;
import io.gigafs.client.OpenDirectory;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseFileSystem.FuseDirectory;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Position;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a directory page by page. Safe for use by several threads, one at a time.
 *
 * <p>An offset encodes a name's position in the directory's order. It remains valid as long as the
 * cluster, whatever is created or removed meanwhile, and requires no state. Two pages are cached,
 * because the kernel asks again for entries that did not fit in the reader's buffer.
 */
final class DirectoryStream {
  /** Offsets are signed, and the first lies after the beginning. */
  private static final int OFFSET_SHIFT = 2;

  /** DT_UNKNOWN of readdir(3): readers that need the type call stat. */
  private static final int UNKNOWN_TYPE = 0;

  /** Older attributes are not returned, since the kernel would take them for current. */
  private static final long FRESH_NANOS = 500_000_000L;

  private final OpenDirectory directory;
  private final boolean mayListAttributes;
  private final ShownAttributes shown;
  private final OpenInodes open;
  private final VolumeLinks links;
  private final Changes changes;
  private final LongSupplier clock;
  private final FuseAttributes attributes = new FuseAttributes();

  private @Nullable Listing listing;
  private boolean listsAttributes;

  /**
   * Taken before the next page was requested; the first page is requested when the directory is
   * opened.
   */
  private long nextMoment;

  private long nextAskedNanos;
  private Page before = Page.NONE;
  private Page current = Page.NONE;

  /**
   * A page of entries.
   *
   * @param from the offset after which it begins; the next page begins after {@code to}
   * @param moment of the mount's changes, taken before the page was requested
   */
  private record Page(
      List<ListedEntry> entries, long from, long to, long moment, long askedNanos, boolean isEnd) {
    static final Page NONE = new Page(List.of(), -1, -1, -1, 0, false);

    boolean covers(long offset) {
      return from >= 0 && offset >= from && (offset < to || isEnd);
    }
  }

  /**
   * @param mayListAttributes whether the reader has search permission and so may see attributes
   * @param moment of the mount's changes, taken before the directory was opened
   * @param openedNanos when the directory was opened
   */
  DirectoryStream(
      OpenDirectory directory,
      boolean mayListAttributes,
      long moment,
      long openedNanos,
      ShownAttributes shown,
      OpenInodes open,
      VolumeLinks links,
      Changes changes,
      LongSupplier clock) {
    this.directory = directory;
    this.mayListAttributes = mayListAttributes;
    this.nextMoment = moment;
    this.nextAskedNanos = openedNanos;
    this.shown = shown;
    this.open = open;
    this.links = links;
    this.changes = changes;
    this.clock = clock;
  }

  InodeId inode() {
    return directory.inode();
  }

  /** Adds the entries after an offset until the reader's buffer is full. */
  synchronized void read(long offset, FuseDirectory out) throws GigaException {
    if (offset == 0 && current.from >= 0) {
      // rewinddir(3) must show what was created and removed since.
      begin(0, out.wantsAttributes());
    }
    long at = offset;
    boolean hasAdded = false;
    while (true) {
      Page page;
      try {
        page = pageBehind(at, out.wantsAttributes());
      } catch (GigaException e) {
        if (hasAdded) {
          // The reader gets the entries so far, and the failure with its next call.
          return;
        }
        throw e;
      }
      for (int i = firstBehind(page, at); i < page.entries.size(); i++) {
        ListedEntry entry = page.entries.get(i);
        if (!add(entry, page, out)) {
          return;
        }
        hasAdded = true;
      }
      if (page.isEnd) {
        return;
      }
      at = page.to;
    }
  }

  private Page pageBehind(long offset, boolean withAttributes) throws GigaException {
    if (before.covers(offset)) {
      return before;
    }
    if (current.covers(offset)) {
      return current;
    }
    if (offset != current.to || listing == null) {
      begin(offset, withAttributes);
    }
    before = current;
    current = next(offset);
    return current;
  }

  private void begin(long offset, boolean withAttributes) {
    if (listing != null) {
      listing.close();
    }
    before = Page.NONE;
    current = Page.NONE;
    listsAttributes = withAttributes && mayListAttributes;
    Listing begun = directory.takeBegun();
    if (begun != null
        && offset == 0
        && listsAttributes == mayListAttributes
        && isFresh(nextMoment, nextAskedNanos)) {
      listing = begun;
      return;
    }
    isAsked();
    listing = directory.list(offset == 0 ? Position.FIRST : positionOf(offset), listsAttributes);
  }

  private Page next(long from) throws GigaException {
    Listing pages = listing;
    if (pages == null) {
      throw new IllegalStateException("no listing has begun");
    }
    long moment = nextMoment;
    long asked = nextAskedNanos;
    isAsked();
    List<ListedEntry> entries;
    try {
      entries = ErrnoMapper.await(pages.nextPage());
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ESTALE) {
        throw e;
      }
      // A removed directory has no entries for processes that still have it open.
      entries = List.of();
    }
    boolean isEnd = entries.isEmpty();
    long to = isEnd ? from : offsetOf(entries.get(entries.size() - 1).name());
    return new Page(entries, from, to, moment, asked, isEnd);
  }

  /** Records the moment: from now on the page after the next may be requested at any time. */
  private void isAsked() {
    nextMoment = changes.now();
    nextAskedNanos = clock.getAsLong();
  }

  private static int firstBehind(Page page, long offset) {
    int low = 0;
    int high = page.entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (offsetOf(page.entries.get(middle).name()) <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean add(ListedEntry entry, Page page, FuseDirectory out) throws GigaException {
    byte[] name = entry.name().bytes();
    long next = offsetOf(entry.name());
    FileAttributes listed = listsAttributes && out.wantsAttributes() ? entry.attributes() : null;
    if (listed == null
        || !isFresh(page.moment, page.askedNanos)
        || open.isOpen(listed.inode())
        || links.mayBeLink(listed)) {
      return out.add(name, entry.inode().value(), typeOf(entry), next);
    }
    shown.show(listed, attributes);
    return out.add(name, attributes, next);
  }

  /** The type of an entry. Whether a file is shown as a link is known only after a lookup. */
  private int typeOf(ListedEntry entry) {
    return links.areShown() && entry.type() == FileType.REGULAR
        ? UNKNOWN_TYPE
        : entry.type().code();
  }

  private boolean isFresh(long moment, long askedNanos) {
    return changes.noneSince(moment) && clock.getAsLong() - askedNanos < FRESH_NANOS;
  }

  private static long offsetOf(Name name) {
    return (name.position().value() >>> OFFSET_SHIFT) + 1;
  }

  private static Position positionOf(long offset) {
    return new Position((offset - 1) << OFFSET_SHIFT);
  }

  /** Ends the listing. */
  synchronized void close() {
    if (listing != null) {
      listing.close();
      listing = null;
    }
  }
}
