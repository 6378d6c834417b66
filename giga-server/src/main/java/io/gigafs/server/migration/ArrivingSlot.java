package io.gigafs.server.migration;

import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.cluster.StatusResult.MoveStatus;
import io.gigafs.protocol.migration.HandOverRequest;
import io.gigafs.protocol.migration.HandOverRequest.HandOverResult;
import io.gigafs.protocol.migration.HandOverRequest.Wanted;
import io.gigafs.protocol.migration.OpenSlotRequest;
import io.gigafs.protocol.migration.OpenSlotRequest.OpenSlotResult;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.SlotGate.Fetched;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A slot that moves to this server. It makes the previous owner stop serving the slot, takes over
 * the id counter, fetches one partition after the other, and finally has the move completed in the
 * cluster's view. Continues for as long as the view names the move. Thread-safe.
 */
final class ArrivingSlot {
  private static final Logger LOG = LoggerFactory.getLogger(ArrivingSlot.class);

  private static final long OPEN_MILLIS = 5_000;
  private static final long PULL_MILLIS = 20_000;
  private static final long FETCH_MILLIS = 2_000;
  private static final long BUSY_MILLIS = 20;
  private static final long RETRY_MILLIS = 500;
  private static final long COMPLETE_MILLIS = 2_000;

  /** Number of concurrent partition transfers, which share syncs of the disk. */
  private static final int PULLS = 3;

  private static final int MAX_NOWHERE = 16_384;

  private final ServerContext context;
  private final Executor background;
  private final ArrivedPartitions arrived;
  private final SlotImporter.ViewWriter changes;
  private final SlotMove move;
  private final Lane lane;

  /** The requests that wait for each partition; guarded by this. */
  private final Map<Wanted, List<Consumer<Fetched>>> fetches = new HashMap<>();

  /** Partitions that the previous owner does not have; guarded by this. */
  private final Set<Wanted> nowhere =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Wanted, Boolean> eldest) {
              return size() > MAX_NOWHERE;
            }
          });

  /** Guarded by this. */
  private int pulls = PULLS;

  private volatile boolean allHere;
  private volatile boolean stopped;
  private volatile long partitionsLeft;
  private volatile long entries;

  ArrivingSlot(
      ServerContext context,
      Executor background,
      ArrivedPartitions arrived,
      SlotImporter.ViewWriter changes,
      SlotMove move) {
    this.context = context;
    this.background = background;
    this.arrived = arrived;
    this.changes = changes;
    this.move = move;
    this.lane = context.lanes().of(move.slot());
  }

  int number() {
    return move.slot();
  }

  /** Whether the view still names this same move to this server. */
  boolean isUnderWay() {
    return context.view().get().moves().contains(move)
        && context.view().get().ownerOf(move.slot()).id().equals(context.view().self());
  }

  MoveStatus progress() {
    return new MoveStatus(move.slot(), move.from(), partitionsLeft, entries);
  }

  void start() {
    LOG.info("slot {} is moving here from server {}", move.slot(), move.from());
    open();
  }

  void stop() {
    stopped = true;
  }

  private boolean isOver() {
    return stopped || !isUnderWay();
  }

  private void open() {
    if (isOver()) {
      return;
    }
    OpenSlotRequest request = new OpenSlotRequest(move.slot(), move.since(), context.view().get());
    context
        .messenger()
        .askServer(move.from(), request, context.in(OPEN_MILLIS))
        .thenAccept(answer -> background.execute(() -> opened(answer)));
  }

  /** Runs in the background. */
  private void opened(Answer<OpenSlotResult> answer) {
    if (!(answer instanceof Answer.Done<OpenSlotResult> done)) {
      LOG.info(
          "slot {} is not released by server {} yet, trying again: {}",
          move.slot(),
          move.from(),
          answer);
      context.timers().after(RETRY_MILLIS, this::open);
      return;
    }
    try {
      context.store().raiseIds(move.slot(), done.result().lowestId());
    } catch (StoreException e) {
      LOG.error("the id counter of slot {} could not be stored, trying again", move.slot(), e);
      context.timers().after(RETRY_MILLIS, this::open);
      return;
    }
    if (context.view().arrive(move.slot(), move.since())) {
      for (int i = 0; i < PULLS; i++) {
        pull();
      }
    }
  }

  private void pull() {
    if (isOver()) {
      return;
    }
    context
        .messenger()
        .askServer(
            move.from(),
            new HandOverRequest(move.slot(), move.since(), null),
            context.in(PULL_MILLIS))
        .thenAccept(this::pulled);
  }

  private void pulled(Answer<HandOverResult> answer) {
    if (!(answer instanceof Answer.Done<HandOverResult> done)) {
      LOG.info("slot {}: server {} answered {}, trying again", move.slot(), move.from(), answer);
      context.timers().after(RETRY_MILLIS, this::pull);
      return;
    }
    HandOverResult result = done.result();
    note(result);
    switch (result.outcome()) {
      case SENT, ABSENT -> pull();
      case BUSY -> context.timers().after(BUSY_MILLIS, this::pull);
      case EMPTY -> pullEnded();
    }
  }

  private synchronized void note(HandOverResult result) {
    partitionsLeft = result.partitionsLeft();
    entries += result.entries();
  }

  private void pullEnded() {
    synchronized (this) {
      pulls--;
      if (pulls > 0) {
        return;
      }
    }
    allHere = true;
    forgetArrived();
  }

  private void forgetArrived() {
    lane.submit(
        commitBatch -> {
          commitBatch.onFailure(() -> context.timers().after(RETRY_MILLIS, this::forgetArrived));
          arrived.clear(context.store(), move.slot(), commitBatch);
          commitBatch.afterCommit(this::complete);
        });
  }

  private void complete() {
    if (isOver()) {
      return;
    }
    LOG.info("all of slot {} has arrived", move.slot());
    changes.completeMove(move.slot(), move.since());
    context.timers().after(COMPLETE_MILLIS, this::complete);
  }

  boolean isNowhere(InodeId directory, PartitionIndex partition) {
    synchronized (this) {
      return allHere || nowhere.contains(new Wanted(directory, partition));
    }
  }

  void fetch(InodeId directory, PartitionIndex partition, Consumer<Fetched> then) {
    Wanted wanted = new Wanted(directory, partition);
    synchronized (this) {
      List<Consumer<Fetched>> waiting = fetches.get(wanted);
      if (waiting != null) {
        waiting.add(then);
        return;
      }
      fetches.put(wanted, new ArrayList<>(List.of(then)));
    }
    context
        .messenger()
        .askServer(
            move.from(),
            new HandOverRequest(move.slot(), move.since(), wanted),
            context.in(FETCH_MILLIS))
        .thenAccept(answer -> fetched(wanted, answer));
  }

  private void fetched(Wanted wanted, Answer<HandOverResult> answer) {
    if (!(answer instanceof Answer.Done<HandOverResult> done)) {
      completeLater(wanted, Fetched.UNKNOWN);
      return;
    }
    note(done.result());
    switch (done.result().outcome()) {
      case SENT -> complete(wanted, Fetched.HERE);
      case BUSY -> completeLater(wanted, Fetched.STILL_THERE);
      case ABSENT, EMPTY -> {
        synchronized (this) {
          nowhere.add(wanted);
        }
        complete(wanted, Fetched.NOWHERE);
      }
    }
  }

  /** Delays the result, as callers ask again at once after it. */
  private void completeLater(Wanted wanted, Fetched known) {
    context.timers().after(BUSY_MILLIS, () -> complete(wanted, known));
  }

  private void complete(Wanted wanted, Fetched known) {
    List<Consumer<Fetched>> waiting;
    synchronized (this) {
      waiting = fetches.remove(wanted);
    }
    if (waiting != null) {
      waiting.forEach(then -> then.accept(known));
    }
  }
}
