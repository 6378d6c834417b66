package io.gigafs.server.migration;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.cluster.StatusResult.MoveStatus;
import io.gigafs.protocol.migration.InstallRepliesRequest;
import io.gigafs.protocol.migration.InstallRepliesRequest.GonePartition;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.SlotGate;
import io.gigafs.server.partition.SlotState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of slot moves: fetches the slots' partitions, first those that requests wait
 * for. Thread-safe.
 */
public final class SlotImporter implements SlotGate {
  private static final long UNKNOWN_MILLIS = 10;

  private final ServerContext context;
  private final Executor background;
  private final ArrivedPartitions arrived;
  private final ViewWriter changes;
  private final ConcurrentMap<Integer, ArrivingSlot> arriving = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /**
   * Requests changes of the cluster's view. Thread-safe. Returns at once, and the change may not
   * happen: the caller watches for new views and asks again.
   */
  @FunctionalInterface
  public interface ViewWriter {
    /**
     * Completes a slot's move, once all of the slot is at its new owner.
     *
     * @param since the epoch of the view in which the move began; a later move of the slot is not
     *     touched
     */
    void completeMove(int slot, long since);
  }

  public SlotImporter(
      ServerContext context, Executor background, ArrivedPartitions arrived, ViewWriter changes) {
    this.context = context;
    this.background = background;
    this.arrived = arrived;
    this.changes = changes;
  }

  @Override
  public SlotState state(int slot) {
    return context.view().state(slot);
  }

  @Override
  public ClusterView view() {
    return context.view().get();
  }

  @Override
  public boolean isNowhere(InodeId directory, PartitionIndex partition) {
    ArrivingSlot slot = slotOf(directory, partition);
    return arrived.contains(directory, partition)
        || (slot != null && slot.isNowhere(directory, partition));
  }

  @Override
  public void fetch(InodeId directory, PartitionIndex partition, Consumer<Fetched> then) {
    ArrivingSlot slot = slotOf(directory, partition);
    if (slot != null) {
      slot.fetch(directory, partition, then);
    } else {
      context.timers().after(UNKNOWN_MILLIS, () -> then.accept(Fetched.UNKNOWN));
    }
  }

  private @Nullable ArrivingSlot slotOf(InodeId directory, PartitionIndex partition) {
    return arriving.get(context.view().slotOf(directory, partition));
  }

  /**
   * Starts imports of slots that are moving here, and removes those that are complete; called after
   * each new view.
   */
  public void check() {
    if (stopped) {
      return;
    }
    for (SlotMove move : context.view().get().moves()) {
      SlotState state = context.view().state(move.slot());
      if (state == SlotState.EXPECTED || state == SlotState.ARRIVING) {
        begin(move);
      }
    }
    for (ArrivingSlot slot : arriving.values()) {
      if (!slot.isUnderWay()) {
        arriving.remove(slot.number(), slot);
        slot.stop();
      }
    }
  }

  private void begin(SlotMove move) {
    ArrivingSlot slot = new ArrivingSlot(context, background, arrived, changes, move);
    if (arriving.putIfAbsent(move.slot(), slot) == null) {
      slot.start();
    }
  }

  /** Stops fetching. */
  public void stop() {
    stopped = true;
    arriving.values().forEach(ArrivingSlot::stop);
  }

  /** Progress of the slots that are moving here. */
  public List<MoveStatus> progress() {
    List<MoveStatus> all = new ArrayList<>();
    for (ArrivingSlot slot : arriving.values()) {
      all.add(slot.progress());
    }
    return all;
  }

  /** Stores the remembered answers of partitions that were removed. */
  void installReplies(InstallRepliesRequest request, Exchange<Empty> exchange) {
    if (request.slot() < 0 || request.slot() >= context.view().slots()) {
      exchange.answer(new Answer.Failed<>(ErrorCode.EINVAL, "no slot " + request.slot()));
      return;
    }
    for (GonePartition gone : request.gone()) {
      @Nullable String flaw = ReplyRows.flaw(gone.replies());
      if (flaw != null) {
        exchange.answer(new Answer.Failed<>(ErrorCode.EINVAL, flaw));
        return;
      }
    }
    context
        .lanes()
        .of(request.slot())
        .submit(
            LaneTask.of(exchange, commitBatch -> installReplies(request, exchange, commitBatch)));
  }

  private void installReplies(
      InstallRepliesRequest request, Exchange<Empty> exchange, CommitBatch commitBatch) {
    boolean arrives =
        state(request.slot()) == SlotState.ARRIVING
            && view().moveOf(request.slot()).filter(m -> m.since() == request.since()).isPresent();
    if (!arrives) {
      commitBatch.failed(
          exchange, ErrorCode.ESTALE, "slot " + request.slot() + " is not moving to this server");
      return;
    }
    for (GonePartition gone : request.gone()) {
      if (!isNowhere(gone.directory(), gone.partition())) {
        ReplyRows.copy(gone.replies(), gone.directory(), gone.partition(), commitBatch.batch());
        arrived.add(
            request.slot(),
            gone.directory(),
            gone.partition(),
            context.nextTransaction(),
            commitBatch);
      }
    }
    commitBatch.afterCommit(() -> context.syncs().answer(exchange, Empty.INSTANCE));
    commitBatch.onFailure((code, detail) -> exchange.answer(new Answer.Failed<>(code, detail)));
  }
}
