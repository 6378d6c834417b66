package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.GigaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes many entries in one directory: batches of names that one partition holds, many batches
 * under way side by side. Safe for use by several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Each name is in exactly one batch, waiting or under way, until it has its outcome.
 *   <li>A name has its number from the first time that it is sent until it has its outcome.
 *   <li>A batch is grouped anew, by what is known then, right before it is sent.
 * </ol>
 *
 * <p>A request that fails gives its error to each of its names. Only if all requests fail does the
 * whole operation.
 */
final class BulkCreate implements Resolution {
  private static final int MAX_IN_FLIGHT = 32;

  private final Core core;
  private final Operation<List<BulkOutcome>> operation;
  private final List<Name> names;
  private final BulkWork work;

  /** By place in names; a batch alone uses those of its places. */
  private final long[] numbers;

  /** By place in names. Guarded by this. */
  private final @Nullable BulkOutcome[] outcomes;

  /** Guarded by this. */
  private final Deque<int[]> waiting = new ArrayDeque<>();

  /** Guarded by this. */
  private int awaited;

  /** Guarded by this. */
  private int inFlight;

  /** Whether a server has said what became of any name. Guarded by this. */
  private boolean answered;

  /** Guarded by this. */
  private @Nullable GigaException firstFailure;

  private DirectoryEntry directory = DirectoryEntry.SUPER_ROOT;
  private final StalePath stale;

  BulkCreate(Core core, Operation<List<BulkOutcome>> operation, List<Name> names, BulkWork work) {
    this.core = core;
    this.operation = operation;
    this.names = names;
    this.stale = new StalePath(operation);
    this.work = work;
    this.numbers = new long[names.size()];
    this.outcomes = new BulkOutcome[names.size()];
  }

  void begin() {
    Resolver.resolve(core, operation, operation.path(), PathUse.DIRECTORY, this);
  }

  @Override
  public void resolved(Place place) {
    int[] all = new int[names.size()];
    Arrays.setAll(all, i -> i);
    Arrays.fill(numbers, 0);
    synchronized (this) {
      directory = place.requireDirectory();
      awaited = all.length;
      waiting.add(all);
    }
    send();
  }

  @Override
  public void unresolved(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }

  Core core() {
    return core;
  }

  Operation<?> operation() {
    return operation;
  }

  BulkWork work() {
    return work;
  }

  Name name(int place) {
    return names.get(place);
  }

  long[] numbers() {
    return numbers;
  }

  /** Sends what waits, as far as the limit lets. */
  void send() {
    PartitionMap map = core.maps().of(directory.id());
    List<BulkBatch> batches = new ArrayList<>();
    synchronized (this) {
      while (inFlight < MAX_IN_FLIGHT && !waiting.isEmpty()) {
        List<int[]> groups = BulkGroups.of(names, waiting.remove(), map);
        batches.add(new BulkBatch(this, groups.get(0)));
        inFlight++;
        for (int group = groups.size() - 1; group > 0; group--) {
          waiting.addFirst(groups.get(group));
        }
      }
    }
    for (BulkBatch batch : batches) {
      batch.begin(directory.id());
    }
  }

  /** Takes back a batch, or what is left of it, to be sent elsewhere. */
  void sendAnew(int[] places) {
    synchronized (this) {
      waiting.addFirst(places);
    }
    send();
  }

  /** Takes the outcomes of some names, as a server told them; a batch under way has ended. */
  void ended(int[] places, BulkOutcome[] told, @Nullable GigaException failure) {
    boolean last;
    synchronized (this) {
      inFlight--;
      for (int i = 0; i < places.length; i++) {
        outcomes[places[i]] = told[i];
      }
      awaited -= places.length;
      if (failure == null) {
        answered |= places.length > 0;
      } else if (firstFailure == null) {
        firstFailure = failure;
      }
      last = awaited == 0;
    }
    if (last) {
      finish();
    } else {
      send();
    }
  }

  private void finish() {
    GigaException whole;
    List<BulkOutcome> all;
    synchronized (this) {
      whole = answered ? null : firstFailure;
      firstFailure = null;
      all = new ArrayList<>(outcomes.length);
      for (BulkOutcome outcome : outcomes) {
        if (outcome != null) {
          all.add(outcome);
        }
      }
    }
    if (whole == null) {
      operation.complete(Collections.unmodifiableList(all));
    } else {
      stale.retryOrFail(whole, this::begin);
    }
  }
}
