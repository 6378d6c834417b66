package io.gigafs.server.namespace;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.BulkOutcomes;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.Lanes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides creates whose files are in several partitions: each lane decides those of its partitions
 * in one task. Such a create waits for nothing. Thread-safe.
 */
final class PartitionedCreates {
  private final ServerContext context;
  private final BulkOperation<CreateRequest> operation;

  PartitionedCreates(ServerContext context, BulkOperation<CreateRequest> operation) {
    this.context = context;
    this.operation = operation;
  }

  /** Takes a create with files of several partitions; returns false for others. */
  boolean take(CreateRequest request, Exchange<BulkCreateResult> exchange) {
    if (request.partitions() == null || request.numbers().length == 0) {
      return false;
    }
    Lanes lanes = context.lanes();
    int slots = context.view().slots();
    long[] places = placesOf(request, lanes, slots);
    int[] files = new int[places.length];
    int shares = 0;
    for (int i = 0; i < places.length; i++) {
      files[i] = CreatePlace.createOf(places[i]);
      boolean isFirst =
          i == 0 || CreatePlace.laneOf(places[i]) != CreatePlace.laneOf(places[i - 1]);
      shares += isFirst ? 1 : 0;
    }
    JoinedAnswer joined = new JoinedAnswer(request, exchange, context.clock().wallNanos(), shares);
    int begin = 0;
    while (begin < places.length) {
      int number = CreatePlace.laneOf(places[begin]);
      int end = begin + 1;
      while (end < places.length && CreatePlace.laneOf(places[end]) == number) {
        end++;
      }
      Lane lane = lanes.all().get(number);
      lane.submit(new CreatesTask(joined, lane, operation, slots, files, begin, end));
      begin = end;
    }
    return true;
  }

  /** The place of each file; those of one lane and partition are adjacent, in their order. */
  private static long[] placesOf(CreateRequest request, Lanes lanes, int slots) {
    long[] places = new long[request.numbers().length];
    for (int i = 0; i < places.length; i++) {
      PartitionIndex partition = request.partition(i);
      int lane = lanes.numberOf(request.directory().slotOf(partition, slots));
      places[i] = CreatePlace.of(lane, partition, i);
    }
    Arrays.sort(places);
    return places;
  }

  /** The answer of a create, which is sent when all lanes have decided their share. Thread-safe. */
  static final class JoinedAnswer {
    private final CreateRequest request;
    private final Exchange<BulkCreateResult> exchange;
    private final long wallNanos;
    private final short[] digests;

    /** By index of the file. Each lane has elements of its own. */
    private final int[] outcomes;

    private final long[] inodes;

    /** Guarded by this, as are the fields below. */
    private int remainingShares;

    private @Nullable NewFiles made;
    private List<FileAttributes> found = List.of();

    private JoinedAnswer(
        CreateRequest request, Exchange<BulkCreateResult> exchange, long wallNanos, int shares) {
      this.request = request;
      this.exchange = exchange;
      this.wallNanos = wallNanos;
      this.digests = BulkOperation.digestsOf(request);
      this.remainingShares = shares;
      this.outcomes = new int[request.numbers().length];
      this.inodes = new long[outcomes.length];
    }

    CreateRequest request() {
      return request;
    }

    /** The digests of all files. */
    short[] digests() {
      return digests;
    }

    Exchange<BulkCreateResult> exchange() {
      return exchange;
    }

    /** The outcomes of a share. All files have the time of the request. */
    BulkOutcomes outcomes() {
      return new BulkOutcomes(outcomes, inodes, true, wallNanos);
    }

    /** A lane has decided its share: the files at these places. */
    void ended(BulkOutcomes share, int[] files, int begin, int end) {
      boolean isLast;
      synchronized (this) {
        add(share, files, begin, end);
        remainingShares--;
        isLast = remainingShares == 0;
      }
      if (isLast) {
        exchange.answer(
            new Answer.Done<>(
                new BulkCreateResult(
                    outcomes, inodes, made, found, null, LookupResult.NOT_TO_BE_KEPT)));
      }
    }

    private void add(BulkOutcomes share, int[] files, int begin, int end) {
      NewFiles ofShare = share.made();
      if (made == null) {
        made = ofShare;
      } else if (ofShare != null && !ofShare.equals(made)) {
        // The directory is being changed, and not all of its partitions know it yet.
        for (int place = begin; place < end; place++) {
          long inode = inodes[files[place]];
          boolean isMade =
              inode != 0 && share.found().stream().noneMatch(each -> each.inode().value() == inode);
          if (isMade) {
            add(ofShare.attributes(inode));
          }
        }
      }
      share.found().forEach(this::add);
    }

    private void add(FileAttributes file) {
      if (found.isEmpty()) {
        found = new ArrayList<>();
      }
      found.add(file);
    }
  }
}
