package io.gigafs.client.tree;

import io.gigafs.client.ContentSum;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Target;
import io.gigafs.client.lease.LeaseContext;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.tree.ListableDirectory.ListedDirectory;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.ListRequest.ListResult.Cursor;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.SumRequest;
import io.gigafs.protocol.namespace.SumRequest.SumResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Computes the totals of a directory tree on the servers, many partitions at a time. Safe for use
 * by several threads.
 *
 * <p>Invariant: the pieces that are summed, in flight or waiting cover the positions of all
 * directories found, each position once. A piece is an interval of positions and not a partition.
 * If a partition answers only for the beginning of a piece, the rest is requested by the map in its
 * answer, so nothing is counted twice or missed while directories split.
 */
final class SumPass {
  private static final int MAX_IN_FLIGHT = 64;

  private final LeaseContext context;
  private final ClientOperation<?> operation;
  private final ListedDirectory root;
  private final Summed then;

  /**
   * Newest first, so that few pieces wait however wide the tree is. Guarded by this, as all below.
   */
  private final Deque<Piece> toAsk = new ArrayDeque<>();

  /** Files with several names that were already counted. */
  private final Set<InodeId> linked = new HashSet<>();

  private int inFlight;

  /** Whether any server has answered: until then, pieces have the call's remaining time. */
  private boolean hasAnswered;

  private boolean ended;
  private long files;
  private long directories;
  private long bytes;

  /** Receives the sum. */
  interface Summed {
    void summed(ContentSum sum);

    /** ESTALE if the directory is gone. */
    void notSummed(GigaException failure);
  }

  /** An interval of a directory's positions, up to the last one. */
  private record Piece(ListedDirectory directory, Cursor from, Position last) {}

  SumPass(LeaseContext context, ClientOperation<?> operation, InodeId root, Summed then) {
    this.context = context;
    this.operation = operation;
    this.root = new ListedDirectory(root, operation.target(), operation.caller(), true);
    this.then = then;
  }

  void begin() {
    synchronized (this) {
      found(root);
    }
    ask();
  }

  /** Called under the lock. */
  private void found(ListedDirectory directory) {
    directories++;
    divide(directory, new Cursor(Position.FIRST, null), Position.LAST);
  }

  /** Queues an interval, in as many pieces as partitions are known. Called under the lock. */
  private void divide(ListedDirectory directory, Cursor from, Position last) {
    PartitionMap map = context.maps().of(directory.id());
    Cursor next = from;
    while (true) {
      Position end = map.partition(map.indexOf(next.from().hash())).range().last();
      if (end.compareTo(last) >= 0) {
        toAsk.push(new Piece(directory, next, last));
        return;
      }
      toAsk.push(new Piece(directory, next, end));
      next = new Cursor(end.next(), null);
    }
  }

  private void ask() {
    List<Piece> pieces = new ArrayList<>();
    ContentSum all = null;
    boolean hasTime;
    synchronized (this) {
      hasTime = hasAnswered;
      while (!ended && inFlight < MAX_IN_FLIGHT && !toAsk.isEmpty()) {
        inFlight++;
        pieces.add(toAsk.pop());
      }
      if (!ended && inFlight == 0) {
        ended = true;
        all = new ContentSum(files, directories, bytes);
      }
    }
    for (Piece piece : pieces) {
      new Call(piece, hasTime).start(piece.directory().id(), piece.from().from().hash());
    }
    if (all != null) {
      then.summed(all);
    }
  }

  private void answered(Piece piece, SumResult sum) {
    ListedDirectory directory = piece.directory();
    context.maps().merge(directory.id(), sum.map());
    Cursor next = sum.next();
    if (next != null && !next.isBehind(piece.from())) {
      refused(operation.failure(ErrorCode.EPROTO, "the sum does not move on"));
      return;
    }
    List<ListedEntry> others = new ArrayList<>();
    synchronized (this) {
      hasAnswered = true;
      files += sum.files();
      bytes += sum.bytes();
      if (next != null && next.from().compareTo(piece.last()) <= 0) {
        divide(directory, next, piece.last());
      }
      for (ListedEntry entry : sum.entries()) {
        if (entry.type() == FileType.DIRECTORY) {
          found(below(directory, entry));
        } else {
          others.add(entry);
        }
      }
    }
    if (others.isEmpty()) {
      settled();
    } else {
      lookUp(directory, others);
    }
  }

  private static ListedDirectory below(ListedDirectory directory, ListedEntry entry) {
    Target target =
        directory.target() instanceof GigaPath path
            ? path.child(entry.name())
            : DirectoryTarget.of(entry.inode());
    return new ListedDirectory(entry.inode(), target, directory.caller(), true);
  }

  /** Looks up the files that the partition cannot report. */
  private void lookUp(ListedDirectory directory, List<ListedEntry> others) {
    PageAttributes.Filled filled =
        new PageAttributes.Filled() {
          @Override
          public void filled(List<ListedEntry> entries) {
            add(directory, entries);
            settled();
          }

          @Override
          public void notFilled(GigaException failure) {
            refused(failure);
          }
        };
    ClientOperation<?> lookUp =
        ClientOperation.internal(context, "sum", directory.target(), operation.caller());
    new PageAttributes(context, lookUp, directory, others, filled).begin();
  }

  private synchronized void add(ListedDirectory directory, List<ListedEntry> entries) {
    for (ListedEntry entry : entries) {
      FileAttributes file = entry.attributes();
      if (file == null || file.isDirectory()) {
        found(below(directory, entry)); // replaced the file meanwhile
        continue;
      }
      files++;
      boolean isFirstName = file.links() < 2 || linked.add(file.inode());
      if (isFirstName && file.type() == FileType.REGULAR) {
        bytes += file.size();
      }
    }
  }

  private void settled() {
    synchronized (this) {
      inFlight--;
    }
    ask();
  }

  private void refused(GigaException failure) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    then.notSummed(failure);
  }

  /** One piece. */
  private final class Call extends PartitionCall<SumResult> {
    private final Piece piece;

    Call(Piece piece, boolean hasTime) {
      super(
          SumPass.this.context,
          hasTime
              ? ClientOperation.internal(
                  SumPass.this.context,
                  "sum",
                  piece.directory().target(),
                  SumPass.this.operation.caller())
              : SumPass.this.operation.part("sum"));
      this.piece = piece;
    }

    @Override
    protected Request<SumResult> request(InodeId directory, PartitionIndex partition) {
      return new SumRequest(
          directory,
          partition,
          operation().caller(),
          piece.from().from(),
          piece.from().after(),
          piece.last());
    }

    @Override
    protected void done(SumResult result) {
      answered(piece, result);
    }

    /** A directory removed meanwhile counts as empty; a missing top directory is an error. */
    @Override
    protected void failed(GigaException failure) {
      if (failure.code() == ErrorCode.ESTALE && !piece.directory().equals(root)) {
        settled();
      } else {
        refused(failure);
      }
    }
  }
}
