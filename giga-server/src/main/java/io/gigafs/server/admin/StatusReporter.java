package io.gigafs.server.admin;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.cluster.StatFsRequest;
import io.gigafs.protocol.cluster.StatFsRequest.StatFsResult;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.cluster.StatusResult.MoveStatus;
import io.gigafs.protocol.cluster.StatusResult.PartitionStatus;
import io.gigafs.protocol.cluster.StatusResult.RegistrationStatus;
import io.gigafs.protocol.cluster.StatusResult.ServerProblem;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.SlotState;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreHealth;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.volume.FileSystemId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the server's status, from the lanes' memory for loaded partitions and from the store for
 * the others. Thread-safe.
 */
public final class StatusReporter {
  private static final Logger LOG = LoggerFactory.getLogger(StatusReporter.class);
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final ServerContext context;
  private final FileSystemId storeFileSystem;
  private final Executor background;
  private final Supplier<Map<String, Long>> moreCounts;
  private final Supplier<List<MoveStatus>> moves;
  private final long startNanos;

  /**
   * A reporter.
   *
   * @param storeFileSystem the file system that the store is on
   * @param moreCounts counts that are reported besides the counters
   * @param moves progress of the slots that are moving to this server
   */
  public StatusReporter(
      ServerContext context,
      FileSystemId storeFileSystem,
      Executor background,
      Supplier<Map<String, Long>> moreCounts,
      Supplier<List<MoveStatus>> moves) {
    this.context = context;
    this.storeFileSystem = storeFileSystem;
    this.background = background;
    this.moreCounts = moreCounts;
    this.moves = moves;
    this.startNanos = context.clock().nanos();
  }

  /** Reports the size and free space of the store. */
  public void statFs(StatFsRequest request, Exchange<StatFsResult> exchange) {
    background.execute(
        () -> {
          try {
            StoreStatistics statistics = context.store().statistics();
            exchange.answer(
                new Answer.Done<>(
                    new StatFsResult(
                        statistics.estimatedEntries(),
                        statistics.totalBytes(),
                        statistics.freeBytes(),
                        statistics.reservedBytes(),
                        statistics.diskBytes(),
                        storeFileSystem)));
          } catch (StoreException e) {
            exchange.answer(new Answer.Failed<>(ErrorCode.EIO, String.valueOf(e.getMessage())));
          }
        });
  }

  /** Reports the server's status once all lanes have reported theirs. */
  public void status(StatusRequest request, Exchange<StatusResult> exchange) {
    Map<PartitionKey, PartitionStatus> loaded = new ConcurrentHashMap<>();
    AtomicInteger outstanding = new AtomicInteger(context.lanes().all().size());
    for (Lane lane : context.lanes().all()) {
      lane.submit(
          commitBatch -> {
            for (PartitionState partition : lane.partitions().loaded()) {
              PartitionStatus status = statusOf(partition);
              loaded.put(
                  new PartitionKey(
                      status.slot(), status.directory().value(), status.partition().value()),
                  status);
            }
            if (outstanding.decrementAndGet() == 0) {
              background.execute(() -> answer(request, exchange, loaded));
            }
          });
    }
  }

  private void answer(
      StatusRequest request,
      Exchange<StatusResult> exchange,
      Map<PartitionKey, PartitionStatus> loaded) {
    Totals totals = new Totals(request.partitions());
    try {
      for (int slot = 0; slot < context.view().slots(); slot++) {
        SlotState state = context.view().state(slot);
        if (state != SlotState.ABSENT) {
          totals.slots += state.serves() || state == SlotState.EXPECTED ? 1 : 0;
          context
              .store()
              .scanPartitions(
                  slot,
                  (key, header) -> {
                    PartitionStatus known = loaded.get(key);
                    totals.add(known != null ? known : statusOf(key, header));
                    return true;
                  });
        }
      }
    } catch (StoreException e) {
      // The status must show this first of all.
      LOG.warn("the partitions cannot be counted", e);
      totals.problems.add(
          new ServerProblem(
              "damaged",
              context.clock().wallNanos() / NANOS_PER_MILLI,
              "the partitions cannot be counted: " + e.getMessage(),
              "see the server's log"));
    }
    exchange.answer(new Answer.Done<>(totals.result()));
  }

  private static PartitionStatus statusOf(PartitionState partition) {
    return new PartitionStatus(
        partition.directory(),
        partition.index(),
        partition.partition().depth(),
        partition.slot(),
        partition.counts().entries(),
        partition.isSplitting());
  }

  private static PartitionStatus statusOf(PartitionKey key, PartitionHeader header) {
    return new PartitionStatus(
        new InodeId(key.directory()),
        new PartitionIndex(key.index()),
        header.depth(),
        key.slot(),
        header.entries(),
        false);
  }

  /** Sums over partitions. */
  private final class Totals {
    private final boolean withDetails;
    private final List<PartitionStatus> details = new ArrayList<>();
    private int slots;
    private long entries;
    private long partitions;
    private final List<ServerProblem> problems = new ArrayList<>();

    Totals(boolean withDetails) {
      this.withDetails = withDetails;
    }

    private Map<String, Long> counts() {
      Map<String, Long> counts = context.counters().snapshot();
      counts.putAll(moreCounts.get());
      return counts;
    }

    void add(PartitionStatus partition) {
      entries += partition.entries();
      partitions++;
      if (withDetails) {
        details.add(partition);
      }
    }

    StatusResult result() {
      CurrentView.Refusal refusal = context.view().refusal();
      if (refusal != null) {
        problems.add(
            new ServerProblem(
                "behind",
                refusal.sinceMillis(),
                "the cluster's view in ZooKeeper is refused: "
                    + refusal.objection()
                    + "; the server keeps using epoch "
                    + context.view().get().epoch(),
                "put back what ZooKeeper had, or delete the view there and write it again from the"
                    + " servers' copies, with: giga format --restore DATA/cluster.json"));
      }
      for (StoreHealth.Problem problem : context.store().health().problems()) {
        problems.add(
            new ServerProblem(
                problem.kind().name().toLowerCase(Locale.ROOT),
                problem.sinceMillis(),
                problem.cause(),
                problem.remedy()));
      }
      return new StatusResult(
          context.view().self(),
          (context.clock().nanos() - startNanos) / NANOS_PER_MILLI,
          context.view().get().epoch(),
          slots,
          entries,
          partitions,
          counts(),
          RegistrationStatus.SAFE,
          moves.get(),
          details,
          problems,
          List.of());
    }
  }
}
