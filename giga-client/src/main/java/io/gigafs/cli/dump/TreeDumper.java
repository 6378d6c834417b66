package io.gigafs.cli.dump;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.Quota;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.Xattr;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes a directory and everything below it, depth first. For one thread.
 *
 * <p>Its memory is bounded by the depth of the tree, not by its size: for each directory on the
 * current path the page of its listing that is being written and the next one, bytes of some small
 * files, and the first pages of a few directories ahead, so that small directories do not cost a
 * round trip each.
 */
final class TreeDumper {
  /** How many listings are started ahead in a directory, and in total. */
  private static final int AHEAD_PER_DIRECTORY = 8;

  private static final int AHEAD = 128;

  private final AsyncGigaClient client;
  private final DumpWriter out;
  private final FileReads reads;
  private final Deque<Level> levels = new ArrayDeque<>();
  private int ahead;
  private long vanished;

  /**
   * Creates a dumper.
   *
   * @param withData whether files are written with their bytes
   * @param mostSmallBytes the maximum size of a file that is read at once
   */
  TreeDumper(AsyncGigaClient client, DumpWriter out, boolean withData, long mostSmallBytes) {
    this.client = client;
    this.out = out;
    this.reads = new FileReads(client, out, withData, mostSmallBytes);
  }

  /** A directory that is being written: entered, but not left yet. */
  private static final class Level {
    private final GigaPath path;
    private final Listing listing;

    /** Directories of the current page that are still to be entered. */
    private final Deque<Upcoming> upcoming = new ArrayDeque<>();

    Level(GigaPath path, Listing listing) {
      this.path = path;
      this.listing = listing;
    }
  }

  /** A directory that will be written; its listing may have been started. */
  private static final class Upcoming {
    private final GigaPath path;
    private final FileAttributes attributes;
    private final boolean mayHaveXattrs;
    private @Nullable Begun begun;

    Upcoming(GigaPath path, FileAttributes attributes, boolean mayHaveXattrs) {
      this.path = path;
      this.attributes = attributes;
      this.mayHaveXattrs = mayHaveXattrs;
    }
  }

  /** The requests for a directory. */
  private record Begun(
      CompletableFuture<Listing> listing,
      CompletableFuture<List<Xattr>> xattrs,
      CompletableFuture<@Nullable Quota> quota) {}

  private Begun begin(Upcoming next) {
    return new Begun(
        client.list(next.path, true),
        next.mayHaveXattrs
            ? client.listXattrs(next.path, Follow.NO)
            : CompletableFuture.completedFuture(List.of()),
        client
            .quota(next.path)
            .<@Nullable Quota>thenApply(quota -> quota)
            .exceptionallyCompose(
                failure ->
                    ErrorText.isError(failure, ErrorCode.ENODATA)
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failure)));
  }

  /** Entries that were removed after the listing of their directory. */
  long vanished() {
    return vanished + reads.vanished();
  }

  /** Files of which only the attributes are in the dump. */
  long without() {
    return reads.without();
  }

  /** Writes the tree, without ending the dump. */
  void dump(GigaPath top) throws IOException {
    FileAttributes attributes = Futures.await(client.stat(top));
    if (!attributes.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(Operand.of(top).shown());
    }
    try {
      Upcoming first = new Upcoming(top, attributes, true);
      enter(first, begin(first), null);
      while (!levels.isEmpty()) {
        step(levels.element());
      }
    } finally {
      levels.forEach(level -> level.listing.close());
    }
  }

  private void step(Level level) throws IOException {
    beginAhead(level);
    Upcoming next = level.upcoming.poll();
    if (next != null) {
      enter(next);
      return;
    }
    List<ListedEntry> page = Futures.await(level.listing.nextPage());
    if (page.isEmpty()) {
      level.listing.close();
      levels.pop();
      out.leave();
    }
    List<ListedEntry> files = new ArrayList<>();
    for (ListedEntry entry : page) {
      if (take(level, entry)) {
        files.add(entry);
      }
    }
    reads.write(level.path, files);
  }

  /** Queues an entry if it is a directory; returns whether it is not. */
  private static boolean take(Level level, ListedEntry entry) throws IOException {
    FileAttributes attributes = entry.attributes();
    if (attributes == null) {
      throw ErrorCode.EPROTO.exception(shown(level, entry) + " is listed without attributes");
    }
    if (attributes.isDirectory()) {
      level.upcoming.add(
          new Upcoming(level.path.child(entry.name()), attributes, entry.mayHaveXattrs()));
      return false;
    }
    return true;
  }

  private static String shown(Level level, ListedEntry entry) {
    return Operand.of(level.path.child(entry.name())).shown();
  }

  private void enter(Upcoming next) throws IOException {
    Begun begun = next.begun;
    if (begun == null) {
      begun = begin(next);
    } else {
      ahead--;
    }
    try {
      enter(next, begun, next.path.name());
    } catch (IOException e) {
      if (!ErrorText.isError(e, ErrorCode.ENOENT, ErrorCode.ENOTDIR)) {
        throw e;
      }
      vanished++;
    }
  }

  private void enter(Upcoming next, Begun begun, @Nullable Name name) throws IOException {
    List<Xattr> xattrs = Futures.await(begun.xattrs);
    Quota quota = Futures.await(begun.quota);
    levels.push(new Level(next.path, Futures.await(begun.listing)));
    out.enter(name, next.attributes);
    for (Xattr xattr : xattrs) {
      out.more(new DumpRecord.Attribute(xattr));
    }
    if (quota != null) {
      out.more(new DumpRecord.Quota(quota.maxEntries(), quota.maxBytes()));
    }
    if (next.attributes.flags() != 0) {
      out.more(new DumpRecord.Flags(next.attributes.flags()));
    }
  }

  /** Starts the listings of the next few directories, in their order. */
  private void beginAhead(Level level) {
    Iterator<Upcoming> each = level.upcoming.iterator();
    for (int i = 0; i < AHEAD_PER_DIRECTORY && ahead < AHEAD && each.hasNext(); i++) {
      Upcoming next = each.next();
      if (next.begun == null) {
        next.begun = begin(next);
        ahead++;
      }
    }
  }
}
