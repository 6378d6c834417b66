package io.gigafs.client.bulk;

import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.RequestContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.GigaException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Applies an operation to many names of one directory, given by its id, in batches of names of one
 * partition, with many batches in flight. Safe for use by several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Each name is in exactly one batch, waiting or in flight, until it has its outcome.
 *   <li>A batch is regrouped by the latest partition map right before it is sent.
 * </ol>
 *
 * <p>A failed request sets its error as the outcome of each of its names. The whole operation fails
 * only if all requests fail.
 *
 * @param <O> the outcome of a name
 */
public abstract class Bulk<O> {
  private static final int MAX_IN_FLIGHT = 32;

  private final RequestContext context;
  private final ClientOperation<List<O>> operation;
  private final List<Name> names;

  /** By index of the name. Guarded by this. */
  private final List<@Nullable O> outcomes;

  /** Guarded by this. */
  private final Deque<int[]> waiting = new ArrayDeque<>();

  /** Guarded by this. */
  private int awaited;

  /** Guarded by this. */
  private int inFlight;

  /** Whether a server has returned the outcome of any name. Guarded by this. */
  private boolean answered;

  /** Guarded by this. */
  private @Nullable GigaException firstFailure;

  /** Set before anything is sent, as is the field below. */
  private InodeId directory = InodeId.SUPER_ROOT;

  private Consumer<GigaException> failed;

  Bulk(RequestContext context, ClientOperation<List<O>> operation, List<Name> names) {
    this.context = context;
    this.operation = operation;
    this.failed = operation::fail;
    this.names = names;
    this.outcomes = new ArrayList<>(Collections.nCopies(names.size(), null));
  }

  /** Sends a batch, which completes by {@link #ended}. */
  abstract void send(InodeId directory, int[] places);

  /** Discards per-request state, because all names are sent again. */
  void forget() {}

  /** The maximum size of a batch. */
  abstract BulkGroups.Limit limit();

  /** Starts. */
  public final void begin(InodeId into) {
    begin(into, operation::fail);
  }

  /**
   * Starts, or starts over.
   *
   * @param failed is called instead of {@link ClientOperation#fail} if all requests fail
   */
  public final void begin(InodeId into, Consumer<GigaException> failed) {
    int[] all = new int[names.size()];
    Arrays.setAll(all, i -> i);
    forget();
    synchronized (this) {
      directory = into;
      this.failed = failed;
      awaited = all.length;
      waiting.add(all);
    }
    send();
  }

  final RequestContext context() {
    return context;
  }

  final ClientOperation<List<O>> operation() {
    return operation;
  }

  final Name name(int place) {
    return names.get(place);
  }

  /** Sends waiting batches, up to the limit. */
  private void send() {
    PartitionMap map = context.maps().of(directory);
    List<int[]> batches = new ArrayList<>();
    synchronized (this) {
      while (inFlight < MAX_IN_FLIGHT && !waiting.isEmpty()) {
        List<int[]> groups = BulkGroups.of(names, waiting.remove(), map, limit());
        batches.add(groups.get(0));
        inFlight++;
        for (int group = groups.size() - 1; group > 0; group--) {
          waiting.addFirst(groups.get(group));
        }
      }
    }
    for (int[] batch : batches) {
      send(directory, batch);
    }
  }

  /** Requeues the rest of a batch. */
  final void sendAnew(int[] places) {
    synchronized (this) {
      waiting.addFirst(places);
    }
    send();
  }

  /**
   * Requeues the rest of a batch that belongs to another partition.
   *
   * @param map from the answer of the partition that was asked
   */
  final void sendElsewhere(int[] places, PartitionIndex asked, @Nullable PartitionMap map) {
    boolean news = map != null && context.maps().merge(directory, map);
    PartitionIndex next = context.maps().of(directory).indexOf(name(places[0]).hash());
    if (news || !next.equals(asked)) {
      sendAnew(places);
    } else {
      context.pauses().after(context.pauseMillis(1), () -> sendAnew(places));
    }
  }

  /** Records the outcomes from a server for some names; a batch in flight has ended. */
  final void ended(int[] places, List<O> reported, @Nullable GigaException failure) {
    boolean last;
    synchronized (this) {
      inFlight--;
      for (int i = 0; i < places.length; i++) {
        outcomes.set(places[i], reported.get(i));
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
    List<O> all;
    synchronized (this) {
      whole = answered ? null : firstFailure;
      firstFailure = null;
      all = new ArrayList<>(outcomes.size());
      for (O outcome : outcomes) {
        if (outcome != null) {
          all.add(outcome);
        }
      }
    }
    if (whole == null) {
      operation.complete(Collections.unmodifiableList(all));
    } else {
      failed.accept(whole);
    }
  }
}
