package io.gigafs.client.tree;

import io.gigafs.client.Listing;
import io.gigafs.client.lease.LeaseContext;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.tree.ListableDirectory.ListedDirectory;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.quota.SetQuotaRequest;
import io.gigafs.protocol.quota.SetQuotaRequest.SetQuotaResult;
import io.gigafs.protocol.quota.SetQuotaRequest.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Adds a directory tree to a quota, or removes it, top-down: for each directory first all
 * partitions, then its listed subdirectories. Entries made in a counted directory count from the
 * start. Safe for use by several threads.
 *
 * <p>Only directories that move during the pass may be missed, so it has to be repeated until it
 * changes nothing.
 */
final class QuotaPass {
  private static final int MAX_IN_FLIGHT = 16;

  private final LeaseContext context;
  private final ClientOperation<?> operation;
  private final Step step;
  private final InodeId domain;
  private final Passed then;

  /** Directories to be visited; guarded by this. */
  private final Deque<InodeId> toVisit = new ArrayDeque<>();

  /** Guarded by this. */
  private int inFlight;

  /** Guarded by this. */
  private boolean changed;

  /** Guarded by this. */
  private boolean ended;

  /** Receives the end of the pass. */
  interface Passed {
    /** All directories were visited; whether any was changed. */
    void passed(boolean changed);

    void notPassed(GigaException failure);
  }

  QuotaPass(
      LeaseContext context, ClientOperation<?> operation, Step step, InodeId domain, Passed then) {
    this.context = context;
    this.operation = operation;
    this.step = step;
    this.domain = domain;
    this.then = then;
    toVisit.add(domain);
  }

  void begin() {
    while (true) {
      InodeId next;
      synchronized (this) {
        if (ended || inFlight == MAX_IN_FLIGHT || toVisit.isEmpty()) {
          return;
        }
        inFlight++;
        next = toVisit.removeLast();
      }
      new Visit(next).begin();
    }
  }

  private void found(List<InodeId> directories) {
    synchronized (this) {
      toVisit.addAll(directories);
    }
    begin();
  }

  private void visited() {
    boolean all;
    boolean any;
    synchronized (this) {
      inFlight--;
      all = !ended && inFlight == 0 && toVisit.isEmpty();
      ended |= all;
      any = changed;
    }
    if (all) {
      then.passed(any);
    } else {
      begin();
    }
  }

  private void refused(GigaException failure) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    then.notPassed(failure);
  }

  /** One directory. */
  private final class Visit {
    private final InodeId directory;

    /** Guarded by this. */
    private final Set<PartitionIndex> asked = new HashSet<>();

    /** Guarded by this. */
    private int unanswered;

    Visit(InodeId directory) {
      this.directory = directory;
    }

    void begin() {
      ask(PartitionMap.UNSPLIT);
    }

    /** Asks the partitions of a map that were not asked before. */
    private void ask(PartitionMap map) {
      Set<PartitionIndex> next = new HashSet<>();
      synchronized (this) {
        map.indices()
            .forEach(
                index -> {
                  if (asked.add(index)) {
                    next.add(index);
                  }
                });
        unanswered += next.size();
      }
      next.forEach(index -> new Call(this, index).start(directory, index.value()));
    }

    void answered(SetQuotaResult result) {
      context.maps().merge(directory, result.map());
      if (result.changed()) {
        synchronized (QuotaPass.this) {
          changed = true;
        }
      }
      ask(result.map());
      boolean all;
      synchronized (this) {
        unanswered--;
        all = unanswered == 0;
      }
      if (all) {
        list(
            new ListingPages(
                context,
                new ListedDirectory(directory, operation.target(), operation.caller(), false)));
      }
    }

    private void list(Listing listing) {
      listing
          .nextPage()
          .whenComplete(
              (page, failure) -> {
                if (failure != null) {
                  failed(operation.cause(failure));
                } else if (page.isEmpty()) {
                  visited();
                } else {
                  found(
                      page.stream()
                          .filter(entry -> entry.type() == FileType.DIRECTORY)
                          .map(ListedEntry::inode)
                          .toList());
                  list(listing);
                }
              });
    }

    /**
     * A directory that was removed meanwhile needs nothing; a missing top directory is an error.
     */
    void failed(GigaException failure) {
      if (failure.code() == ErrorCode.ESTALE && !directory.equals(domain)) {
        visited();
      } else {
        refused(failure);
      }
    }
  }

  /** One partition. */
  private final class Call extends PartitionCall<SetQuotaResult> {
    private final Visit visit;
    private final PartitionIndex index;

    Call(Visit visit, PartitionIndex index) {
      super(
          QuotaPass.this.context,
          ClientOperation.internal(
              QuotaPass.this.context, "set quota", operation.target(), operation.caller()));
      this.visit = visit;
      this.index = index;
    }

    @Override
    public PartitionIndex route(PartitionMap map) {
      return index;
    }

    @Override
    protected Request<SetQuotaResult> request(InodeId directory, PartitionIndex partition) {
      return new SetQuotaRequest(
          directory, partition, operation().caller(), step, domain, QuotaUsage.NOTHING);
    }

    @Override
    protected void done(SetQuotaResult result) {
      visit.answered(result);
    }

    @Override
    protected void failed(GigaException failure) {
      visit.failed(failure);
    }
  }
}
