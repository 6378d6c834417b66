package io.gigafs.server.fsck;

import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.fsck.SubdirectoriesRequest;
import io.gigafs.protocol.fsck.SubdirectoriesRequest.SubdirectoriesResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.fsck.Rule.UncheckedPartException;
import io.gigafs.server.partition.SlotState;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The directories that have entries in a parent, over all servers: answers requests about this
 * server's partitions, and asks for the others. Thread-safe.
 *
 * <p>A split never hides an entry: it is in the partition that was asked, or in a child that the
 * partition refers to and that is asked afterwards.
 */
final class Subdirectories {
  /** Number of rows of a page. */
  private static final int PAGE_ROWS = 16_384;

  /**
   * Number of ids that are cached for the next portions of a scan: 8 bytes each, and as much for
   * the set.
   */
  private static final int MAX_KEPT = 1 << 20;

  private final CheckTasks tasks;
  private final ServerContext context;

  /** Least recently fetched first; guarded by this. */
  private final Map<InodeId, Named> kept = new LinkedHashMap<>();

  Subdirectories(CheckTasks tasks) {
    this.tasks = tasks;
    this.context = tasks.context();
  }

  /** The directories that have entries in a parent. */
  private record Named(Set<Long> ids, boolean complete, long fetchedNanos) {
    List<InodeId> missing(List<InodeId> directories) {
      return complete
          ? directories.stream().filter(id -> !ids.contains(id.value())).toList()
          : List.of();
    }
  }

  /**
   * Returns those directories of this server that have no entry in their parent; none if that
   * cannot be determined, as rows of the parent are unreadable.
   *
   * @param sinceNanos an older cached state of the parent is only used if it has entries of all of
   *     them
   */
  CompletableFuture<List<InodeId>> withoutEntry(
      InodeId parent, List<InodeId> directories, long sinceNanos) {
    Named known = kept(parent);
    if (known != null
        && (known.fetchedNanos - sinceNanos >= 0 || known.missing(directories).isEmpty())) {
      return CompletableFuture.completedFuture(known.missing(directories));
    }
    return fetch(
            parent, id -> context.view().state(new InodeId(id).zerothSlot()) != SlotState.ABSENT)
        .thenApply(
            named -> {
              keep(parent, named);
              return named.missing(directories);
            });
  }

  /** Whether a directory has an entry in its parent now; also true if that cannot be determined. */
  CompletableFuture<Boolean> isNamedNow(InodeId parent, InodeId directory) {
    return fetch(parent, id -> id == directory.value())
        .thenApply(named -> !named.ids.isEmpty() || !named.complete);
  }

  private synchronized @Nullable Named kept(InodeId parent) {
    return kept.get(parent);
  }

  private synchronized void keep(InodeId parent, Named named) {
    kept.remove(parent);
    kept.put(parent, named);
    long all = 0;
    for (Named each : kept.values()) {
      all += 1 + each.ids.size();
    }
    var eldestFirst = kept.values().iterator();
    while (all > MAX_KEPT && eldestFirst.hasNext()) {
      all -= 1 + eldestFirst.next().ids.size();
      eldestFirst.remove();
    }
  }

  /** Clears the cache for the next portions of a scan. */
  synchronized void forget() {
    kept.clear();
  }

  private CompletableFuture<Named> fetch(InodeId parent, LongPredicate wanted) {
    Fetch fetch = new Fetch(parent, wanted, context.clock().nanos());
    return fetch.partition(PartitionIndex.ZEROTH).thenApply(done -> fetch.named());
  }

  /** One walk over the partitions of a parent. Its parts run in the background. */
  private final class Fetch {
    private final InodeId parent;
    private final LongPredicate wanted;
    private final long beganNanos;
    private final Set<Long> ids = new HashSet<>();
    private final Set<PartitionIndex> asked = new HashSet<>();
    private boolean complete = true;

    Fetch(InodeId parent, LongPredicate wanted, long beganNanos) {
      this.parent = parent;
      this.wanted = wanted;
      this.beganNanos = beganNanos;
    }

    synchronized Named named() {
      return new Named(ids, complete, beganNanos);
    }

    /** Reads a partition and all partitions that it refers to. */
    CompletableFuture<?> partition(PartitionIndex index) {
      synchronized (this) {
        if (!asked.add(index)) {
          return CompletableFuture.completedFuture(null);
        }
        if (tasks.isMoving(context.view().slotOf(parent, index))) {
          complete = false;
          return CompletableFuture.completedFuture(null);
        }
      }
      return page(index, new Position(0), null);
    }

    private CompletableFuture<?> page(PartitionIndex index, Position from, @Nullable Name after) {
      return tasks
          .ask(new SubdirectoriesRequest(parent, index, from, after))
          .thenCompose(answer -> received(index, answer));
    }

    private CompletableFuture<?> received(
        PartitionIndex index, Answer<SubdirectoriesResult> answer) {
      if (answer instanceof Answer.Failed<SubdirectoriesResult> failed
          && failed.code() == ErrorCode.ESTALE) {
        return CompletableFuture.completedFuture(null);
      }
      if (!(answer instanceof Answer.Done<SubdirectoriesResult> done)) {
        throw new UncheckedPartException(
            "partition "
                + index
                + " of directory "
                + parent
                + " could not be read: "
                + Headers.why(answer));
      }
      SubdirectoriesResult page = done.result();
      synchronized (this) {
        complete &= page.complete();
        for (InodeId id : page.directories()) {
          if (wanted.test(id.value())) {
            ids.add(id.value());
          }
        }
      }
      List<CompletableFuture<?>> rest = new ArrayList<>();
      Name after = page.after();
      if (after != null) {
        rest.add(page(index, page.next(), after));
      }
      page.map().indices().forEach(named -> rest.add(partition(named)));
      return Futures.allOf(rest);
    }
  }

  /** Answers for a partition of this server. */
  void answer(SubdirectoriesRequest request, Exchange<SubdirectoriesResult> exchange) {
    tasks
        .background()
        .execute(
            () -> {
              try {
                exchange.answer(page(request));
              } catch (CorruptRowException | IllegalArgumentException e) {
                // The header is unreadable; the scan of partitions finds that.
                exchange.answer(
                    new Answer.Done<>(
                        new SubdirectoriesResult(
                            List.of(), false, null, Position.FIRST, PartitionMap.UNSPLIT)));
              }
            });
  }

  private Answer<SubdirectoriesResult> page(SubdirectoriesRequest request) {
    PartitionKey key =
        new PartitionKey(
            context.view().slotOf(request.directory(), request.partition()),
            request.directory().value(),
            request.partition().value());
    PartitionHeader header = context.store().getPartition(key);
    if (context.view().state(key.slot()) != SlotState.HELD) {
      // The slot is moving: partitions that are not here may be at the other server.
      return new Answer.Done<>(
          new SubdirectoriesResult(List.of(), false, null, Position.FIRST, PartitionMap.UNSPLIT));
    }
    if (header == null) {
      return gone(request);
    }
    Page page = new Page();
    page.read(request, new Partition(request.partition(), header.depth()).range());
    // Rows that had moved to a child before they were read: this map has that child.
    PartitionHeader afterwards = context.store().getPartition(key);
    if (afterwards == null) {
      return gone(request);
    }
    return new Answer.Done<>(
        new SubdirectoriesResult(
            page.directories,
            page.complete,
            page.last == null ? null : Name.of(page.last.name()),
            new Position(page.last == null ? 0 : page.last.position()),
            PartitionMap.decode(afterwards.map())));
  }

  private static Answer<SubdirectoriesResult> gone(SubdirectoriesRequest request) {
    return new Answer.Failed<>(
        ErrorCode.ESTALE,
        "directory " + request.directory() + " has no partition " + request.partition());
  }

  /** The rows of one page. */
  private final class Page {
    private final List<InodeId> directories = new ArrayList<>();
    private boolean complete = true;
    private int rows;

    /** The last row, if there may be more. */
    private @Nullable EntryKey last;

    void read(SubdirectoriesRequest request, PositionRange range) {
      long directory = request.directory().value();
      Name after = request.after();
      EntryKey from =
          after == null ? null : EntryKey.of(directory, request.from().value(), after.bytes());
      try {
        context
            .store()
            .scanEntries(
                new EntryRange(directory, range.first().value(), range.last().value()),
                from,
                (key, attributes) -> {
                  if (attributes.type() == FileType.DIRECTORY) {
                    directories.add(new InodeId(attributes.inode()));
                  }
                  rows++;
                  last = rows < PAGE_ROWS ? null : key;
                  return rows < PAGE_ROWS;
                });
      } catch (CorruptRowException e) {
        complete = false;
      }
    }
  }
}
