package io.gigafs.server.migration;

import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.migration.HandOverRequest;
import io.gigafs.protocol.migration.HandOverRequest.HandOverResult;
import io.gigafs.protocol.migration.OpenSlotRequest;
import io.gigafs.protocol.migration.OpenSlotRequest.OpenSlotResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.SlotState;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.StoreException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sending side of slot moves. Thread-safe.
 *
 * <p>It is passive: the new owner asks it to stop serving the slot, and then for one partition
 * after the other. Invariants:
 *
 * <ol>
 *   <li>from the answer to the first request on, this server serves nothing of the slot, and
 *       creates no partition and no id of it, also after a restart;
 *   <li>a partition is removed here only after the other server has it on its disk;
 *   <li>the answer that nothing is left is sent only when all removals are on this server's disk.
 * </ol>
 */
public final class SlotExporter {
  private static final Logger LOG = LoggerFactory.getLogger(SlotExporter.class);

  private final ServerContext context;
  private final PartitionSender sender;
  private final Quotas quotas;
  private final IdAllocator ids;
  private final ConcurrentMap<Integer, LeavingSlot> leaving = new ConcurrentHashMap<>();

  public SlotExporter(PartitionSender sender, Quotas quotas, IdAllocator ids) {
    this.context = sender.context();
    this.sender = sender;
    this.quotas = quotas;
    this.ids = ids;
  }

  /** Stops serving a slot. */
  public void open(OpenSlotRequest request, Exchange<OpenSlotResult> exchange) {
    context.view().adopt(request.view());
    if (isNoSlot(request.slot())) {
      refuse(request.slot(), exchange);
      return;
    }
    // Clients report changes of their delegations while these can still be decided here.
    Lane lane = context.lanes().of(request.slot());
    lane.submit(
        commitBatch ->
            lane.whenSlotRecalled(request.slot(), next -> leave(request, lane, exchange)));
  }

  private void leave(OpenSlotRequest request, Lane lane, Exchange<OpenSlotResult> exchange) {
    if (!context.view().leave(request.slot(), request.since())) {
      refuse(request.slot(), exchange);
      return;
    }
    context
        .lanes()
        .whenAllRan(
            () ->
                lane.submit(
                    commitBatch -> {
                      lane.partitions().leave(request.slot());
                      ids.forget(request.slot());
                      context.syncs().sync(failure -> answerIds(request.slot(), failure, exchange));
                    }));
  }

  private boolean isNoSlot(int slot) {
    return slot < 0 || slot >= context.view().slots();
  }

  private void answerIds(
      int slot, @Nullable StoreException failure, Exchange<OpenSlotResult> exchange) {
    try {
      if (failure != null) {
        throw failure;
      }
      LOG.debug("slot {} is not served here any more", slot);
      exchange.answer(new Answer.Done<>(new OpenSlotResult(context.store().idsReserved(slot))));
    } catch (StoreException e) {
      exchange.answer(new Answer.Failed<>(StoreErrors.codeOf(e), StoreErrors.detailOf(e)));
    }
  }

  /** Hands a partition over. */
  void handOver(HandOverRequest request, Exchange<HandOverResult> exchange) {
    Optional<SlotMove> move =
        isNoSlot(request.slot()) ? Optional.empty() : context.view().get().moveOf(request.slot());
    if (move.filter(m -> m.since() == request.since()).isEmpty()
        || context.view().state(request.slot()) != SlotState.LEAVING) {
      refuse(request.slot(), exchange);
      return;
    }
    LeavingSlot slot =
        leaving.compute(
            request.slot(),
            (number, known) ->
                known != null && known.since() == request.since()
                    ? known
                    : new LeavingSlot(sender, quotas, number, request.since()));
    slot.handOver(request.wanted()).thenAccept(exchange::answer);
  }

  private <R extends Result> void refuse(int slot, Exchange<R> exchange) {
    exchange.answer(
        new Answer.Failed<>(ErrorCode.ESTALE, "slot " + slot + " is not moving away from here"));
  }

  /** Removes slots that have left; called after each new view. */
  public void check() {
    leaving.keySet().removeIf(slot -> context.view().state(slot) != SlotState.LEAVING);
  }
}
