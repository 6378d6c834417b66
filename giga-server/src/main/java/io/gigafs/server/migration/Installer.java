package io.gigafs.server.migration;

import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.migration.InstallCommitRequest;
import io.gigafs.protocol.migration.InstallFilesRequest;
import io.gigafs.protocol.migration.InstallFilesRequest.TransferFile;
import io.gigafs.protocol.migration.InstallOutcomeRequest;
import io.gigafs.protocol.transaction.OutcomeResult;
import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.NewPartition;
import io.gigafs.server.partition.SlotGate.Fetched;
import io.gigafs.server.partition.SlotState;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.StoreException;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs partitions from other servers: children of splits, and those that move with their slot.
 * Keeps uploads aside until they are committed or abandoned. Thread-safe.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>a partition is installed only from an upload that is present, complete, and not abandoned;
 *   <li>an upload that was abandoned, by an outcome request of its source or by a restart, is never
 *       installed afterwards;
 *   <li>the answer to a commit is sent when rows and header are on the disk;
 *   <li>a partition that moves with its slot is installed once: the source's copy is obsolete after
 *       that, even if the partition was removed here since;
 *   <li>no rows are installed in a range that a partition of this server owns: it may be the source
 *       of the very split that made the partition, and may not have dropped that half yet.
 * </ol>
 */
public final class Installer {
  private static final Logger LOG = LoggerFactory.getLogger(Installer.class);

  /** An upload that gets nothing for this long has been abandoned by its source. */
  private static final long IDLE_MILLIS = 60_000;

  private static final int RETRY_LATER_MILLIS = 20;

  private static final int REMEMBERED = 16_384;

  private final ServerContext context;
  private final Executor background;
  private final TransferDirectory transferDirectory;
  private final OutcomeResolver resolver;
  private final IncomingFiles incoming;
  private final ArrivedPartitions arrived;
  private final QuotaIntake intake;
  private final Map<Long, Staged> staged = new HashMap<>();

  /** Directories for which no rows are accepted for a while. */
  private final Set<InodeId> refused = new HashSet<>();

  /**
   * Abandoned uploads, so that a delayed piece does not revive one. A restart clears them, and also
   * cuts the connections that could deliver such a piece.
   */
  private final Set<Long> givenUp =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
              return size() > REMEMBERED;
            }
          });

  /**
   * The installer of one server.
   *
   * @param background runs what blocks: files and syncs
   * @param resolver learns the outcome for a partition that arrived prepared or frozen
   * @param quotas count usage of partitions that are transferred
   */
  public Installer(
      ServerContext context,
      Executor background,
      TransferDirectory transferDirectory,
      OutcomeResolver resolver,
      Quotas quotas,
      IncomingFiles incoming,
      ArrivedPartitions arrived) {
    this.context = context;
    this.background = background;
    this.transferDirectory = transferDirectory;
    this.resolver = resolver;
    this.incoming = incoming;
    this.arrived = arrived;
    this.intake = new QuotaIntake(quotas);
  }

  /** Stores a piece of an upload. */
  void chunk(InstallChunkRequest request, Exchange<Empty> exchange) {
    if (!request.family().isEmpty() && !IncomingFiles.isFamily(request.family())) {
      exchange.answer(
          new Answer.Failed<>(
              ErrorCode.EINVAL, "no rows of a partition are of family '" + request.family() + "'"));
      return;
    }
    background.execute(() -> exchange.answer(keep(request)));
  }

  private Answer<Empty> keep(InstallChunkRequest request) {
    try {
      @Nullable Answer<Empty> refusal =
          stage(request.directory(), request.partition(), request.transaction());
      if (refusal != null) {
        return refusal;
      }
      if (!request.family().isEmpty()) {
        incoming.write(request);
      }
      context.reached(CrashPoint.SPLIT_PIECE_KEPT);
      return new Answer.Done<>(Empty.INSTANCE);
    } catch (IOException e) {
      LOG.error("a piece of an upload could not be stored", e);
      return new Answer.Failed<>(ErrorCode.EIO, "storing a piece of an upload: " + e.getMessage());
    }
  }

  /** Begins or continues an upload; returns the error if that is refused. */
  private @Nullable Answer<Empty> stage(
      InodeId directory, PartitionIndex partition, long transaction) {
    try {
      context.store().checkRoom();
    } catch (StoreException e) {
      return new Answer.Failed<>(StoreErrors.codeOf(e), StoreErrors.detailOf(e));
    }
    synchronized (this) {
      if (givenUp.contains(transaction)) {
        return new Answer.Failed<>(ErrorCode.ESTALE, "the upload was abandoned");
      }
      if (refused.contains(directory)) {
        return new Answer.Failed<>(ErrorCode.EBUSY, "the directory is being repaired");
      }
      Staged upload = staged.computeIfAbsent(transaction, none -> new Staged(directory, partition));
      upload.lastUsedNanos = context.clock().nanos();
      if (upload.committing) {
        return new Answer.Failed<>(ErrorCode.EBUSY, "the upload is being installed already");
      }
    }
    return null;
  }

  /** Takes the files of an upload from the transfer directory. */
  public void files(InstallFilesRequest request, Exchange<Empty> exchange) {
    List<String> families = request.files().stream().map(TransferFile::family).toList();
    if (!families.stream().allMatch(IncomingFiles::isFamily)
        || Set.copyOf(families).size() < families.size()) {
      exchange.answer(
          new Answer.Failed<>(
              ErrorCode.EINVAL, "a partition has at most one file of each family: " + families));
      return;
    }
    background.execute(() -> take(request).thenAccept(exchange::answer));
  }

  private CompletableFuture<Answer<Empty>> take(InstallFilesRequest request) {
    @Nullable Answer<Empty> refusal =
        stage(request.directory(), request.partition(), request.transaction());
    if (refusal != null) {
      return CompletableFuture.completedFuture(refusal);
    }
    synchronized (this) {
      @Nullable Staged upload = staged.get(request.transaction());
      if (upload == null) {
        return CompletableFuture.completedFuture(
            new Answer.Failed<>(ErrorCode.ESTALE, "the upload was abandoned"));
      }
      CompletableFuture<Answer<Empty>> taken = upload.taken;
      if (taken == null) {
        taken = transferDirectory.take(request, incoming).handle((done, failure) -> taken(failure));
        upload.taken = taken;
      }
      return taken;
    }
  }

  private Answer<Empty> taken(@Nullable Throwable failure) {
    if (failure == null) {
      context.reached(CrashPoint.SPLIT_FILES_TAKEN);
      return new Answer.Done<>(Empty.INSTANCE);
    }
    Throwable cause = Futures.cause(failure);
    ErrorCode code = cause instanceof TimeoutException ? ErrorCode.ETIMEDOUT : ErrorCode.EIO;
    return new Answer.Failed<>(code, String.valueOf(cause.getMessage()));
  }

  /** Installs an upload. */
  public void commit(InstallCommitRequest request, Exchange<Empty> exchange) {
    @Nullable String flaw = PartitionCopies.flaw(request);
    if (flaw != null) {
      exchange.answer(new Answer.Failed<>(ErrorCode.EINVAL, flaw));
      return;
    }
    Lane lane = laneOf(request.directory(), request.partition());
    lane.submit(
        LaneTask.of(
            exchange, commitBatch -> fetchAndInstall(lane, request, exchange, commitBatch)));
  }

  /**
   * The child of a split may have been installed at the server that the slot comes from, and its
   * answer lost. Then it comes from there.
   */
  private void fetchAndInstall(
      Lane lane, InstallCommitRequest request, Exchange<Empty> exchange, CommitBatch commitBatch) {
    boolean mayBeElsewhere =
        !request.isMove()
            && context.view().state(slotOf(request)) == SlotState.ARRIVING
            && !lane.gate().isNowhere(request.directory(), request.partition())
            && !isHere(lane, request);
    if (!mayBeElsewhere) {
      checkAndInstall(lane, request, exchange, commitBatch);
      return;
    }
    lane.gate()
        .fetch(
            request.directory(),
            request.partition(),
            fetched -> {
              switch (fetched) {
                case HERE, NOWHERE ->
                    lane.submit(
                        LaneTask.of(
                            exchange, next -> checkAndInstall(lane, request, exchange, next)));
                case STILL_THERE -> context.syncs().answer(exchange, Empty.INSTANCE);
                case UNKNOWN -> exchange.answer(new Answer.Retry<>(RETRY_LATER_MILLIS));
              }
            });
  }

  private int slotOf(InstallCommitRequest request) {
    return context.view().slotOf(request.directory(), request.partition());
  }

  private Lane laneOf(InodeId directory, PartitionIndex partition) {
    return context.lanes().of(context.view().slotOf(directory, partition));
  }

  private void checkAndInstall(
      Lane lane, InstallCommitRequest request, Exchange<Empty> exchange, CommitBatch commitBatch) {
    if (!mayInstall(request)) {
      commitBatch.failed(exchange, ErrorCode.ESTALE, "the slot is moving elsewhere");
      return;
    }
    synchronized (this) {
      Staged upload = staged.get(request.transaction());
      if (upload != null && upload.committing) {
        commitBatch.failed(exchange, ErrorCode.EBUSY, "the upload is being installed already");
        return;
      }
      if (isHere(lane, request)) {
        // The source drops its rows after this answer.
        context.syncs().answer(exchange, Empty.INSTANCE);
        return;
      }
      if (isCovered(request.directory(), partitionOf(request))) {
        commitBatch.failed(exchange, ErrorCode.EBUSY, "the split that made it is unfinished here");
        return;
      }
      if (refused.contains(request.directory())) {
        commitBatch.failed(exchange, ErrorCode.EBUSY, "the directory is being repaired");
        return;
      }
      if (!intake.mayReceive(request)) {
        commitBatch.failed(exchange, ErrorCode.EBUSY, QuotaIntake.NOT_COUNTED);
        return;
      }
      if (upload == null && request.files() == 0 && !givenUp.contains(request.transaction())) {
        upload = new Staged(request.directory(), request.partition());
        upload.lastUsedNanos = context.clock().nanos();
        staged.put(request.transaction(), upload);
      }
      if (upload == null) {
        commitBatch.failed(exchange, ErrorCode.ESTALE, "no such upload: it was abandoned");
        return;
      }
      upload.committing = true;
    }
    background.execute(() -> install(lane, request, exchange));
  }

  /** Whether this server is the partition's new owner; must be checked in a commit batch. */
  private boolean mayInstall(InstallCommitRequest request) {
    int slot = slotOf(request);
    if (!request.isMove()) {
      return context.view().state(slot).mayGrow();
    }
    return context.view().state(slot) == SlotState.ARRIVING
        && context.view().get().moveOf(slot).filter(m -> m.since() == request.move()).isPresent();
  }

  private boolean isHere(Lane lane, InstallCommitRequest request) {
    return arrived.contains(request.directory(), request.partition())
        || (request.isMove() && lane.gate().isNowhere(request.directory(), request.partition()))
        || lane.partitions().find(request.directory(), request.partition()) != null;
  }

  private static Partition partitionOf(InstallCommitRequest request) {
    return new Partition(request.partition(), request.copy().depth());
  }

  /** Whether a partition here owns the range of this one's rows: only ancestors can. */
  private boolean isCovered(InodeId directory, Partition partition) {
    PartitionIndex ancestor = partition.index();
    while (!ancestor.equals(PartitionIndex.ZEROTH)) {
      ancestor = ancestor.parent();
      int slot = context.view().slotOf(directory, ancestor);
      PartitionHeader header =
          context.store().getPartition(new PartitionKey(slot, directory.value(), ancestor.value()));
      if (header != null
          && new Partition(ancestor, header.depth()).range().contains(partition.range().first())) {
        return true;
      }
    }
    return false;
  }

  /** Runs in the background. */
  private void install(Lane lane, InstallCommitRequest request, Exchange<Empty> exchange) {
    try {
      context.reached(CrashPoint.SPLIT_INSTALL_BEGUN);
      EntryRange range = rangeOf(request.directory(), partitionOf(request));
      if (request.files() == 0) {
        context.store().writeRows(range, Shipment.stored(request.rows()));
      } else {
        context.store().install(range, files(request));
      }
      context.reached(CrashPoint.SPLIT_INGESTED);
      lane.submit(
          LaneTask.of(exchange, commitBatch -> writeHeader(lane, request, exchange, commitBatch)));
    } catch (RuntimeException | IOException e) {
      LOG.error(
          "partition {} of directory {} could not be installed",
          request.partition(),
          request.directory(),
          e);
      giveUp(request.transaction());
      exchange.answer(new Answer.Failed<>(ErrorCode.EIO, "installing: " + e.getMessage()));
    }
  }

  private List<RangeFile> files(InstallCommitRequest request) throws IOException {
    boolean areTaken;
    synchronized (this) {
      @Nullable Staged upload = staged.get(request.transaction());
      areTaken = upload != null && upload.isTaken();
    }
    return incoming.files(request.transaction(), request.files(), areTaken);
  }

  private void writeHeader(
      Lane lane, InstallCommitRequest request, Exchange<Empty> exchange, CommitBatch commitBatch) {
    commitBatch.onFailure(() -> giveUp(request.transaction()));
    if (!mayInstall(request)) {
      giveUp(request.transaction());
      commitBatch.batch().deleteRange(rangeOf(request.directory(), partitionOf(request)));
      commitBatch.failed(exchange, ErrorCode.ESTALE, "the slot is moving elsewhere");
      return;
    }
    int slot = slotOf(request);
    NewPartition installed = PartitionCopies.toNew(request);
    if (!intake.receive(request, installed.key(context.view().slots()), commitBatch)) {
      giveUp(request.transaction());
      commitBatch.batch().deleteRange(rangeOf(request.directory(), partitionOf(request)));
      commitBatch.failed(exchange, ErrorCode.EBUSY, QuotaIntake.NOT_COUNTED);
      return;
    }
    installed.write(commitBatch.batch(), context.view().slots());
    ReplyRows.copy(
        request.replies(), request.directory(), request.partition(), commitBatch.batch());
    if (request.isMove()) {
      arrived.add(
          slot, request.directory(), request.partition(), request.transaction(), commitBatch);
    }
    commitBatch.afterCommit(
        () -> answerInstalled(lane, request, exchange, installed.phase().isActive()));
    commitBatch.onFailure(
        () ->
            exchange.answer(
                new Answer.Failed<>(ErrorCode.EIO, "the store refused the partition's header")));
  }

  private void answerInstalled(
      Lane lane, InstallCommitRequest request, Exchange<Empty> exchange, boolean isActive) {
    context.reached(CrashPoint.SPLIT_CHILD_COMMITTED);
    lane.partitions()
        .leasesUnknownUntil(
            request.directory(),
            request.partition(),
            context.in(request.leaseMillis()),
            context.clock().nanos());
    if (!isActive) {
      resolver.watch(request.directory(), request.partition());
    }
    // Once it is loaded, it splits further even if nobody uses it.
    lane.submit(next -> lane.partitions().find(request.directory(), request.partition()));
    (request.isMove() ? context.counters().importer() : context.counters().splitsTaken())
        .increment();
    context.syncs().answer(exchange, Empty.INSTANCE);
    context.syncs().sync(done -> giveUp(request.transaction()));
  }

  /**
   * Answers whether a child was committed. If it was not, abandons the upload, so that it never
   * will.
   */
  void outcome(InstallOutcomeRequest request, Exchange<OutcomeResult> exchange) {
    Lane lane = laneOf(request.directory(), request.partition());
    lane.submit(
        LaneTask.of(
            exchange,
            commitBatch -> answerOutcome(lane, request, Fetched.UNKNOWN, exchange, commitBatch)));
  }

  private void answerOutcome(
      Lane lane,
      InstallOutcomeRequest request,
      Fetched fetched,
      Exchange<OutcomeResult> exchange,
      CommitBatch commitBatch) {
    int slot = context.view().slotOf(request.directory(), request.partition());
    SlotState state = context.view().state(slot);
    if (!state.serves()) {
      commitBatch.answer(exchange, new Answer.Moved<>(context.view().get()));
      return;
    }
    synchronized (this) {
      Staged upload = staged.get(request.transaction());
      if (upload != null && upload.committing) {
        commitBatch.done(exchange, new OutcomeResult(Outcome.PENDING));
        return;
      }
    }
    boolean exists =
        fetched == Fetched.STILL_THERE
            || arrived.contains(request.directory(), request.partition())
            || lane.partitions().find(request.directory(), request.partition()) != null;
    if (!exists
        && state == SlotState.ARRIVING
        && !lane.gate().isNowhere(request.directory(), request.partition())) {
      lane.gate()
          .fetch(
              request.directory(),
              request.partition(),
              known ->
                  lane.submit(
                      LaneTask.of(
                          exchange, next -> answerOutcome(lane, request, known, exchange, next))));
      return;
    }
    giveUp(request.transaction());
    if (exists) {
      context.syncs().answer(exchange, new OutcomeResult(Outcome.COMMITTED));
    } else {
      commitBatch.done(exchange, new OutcomeResult(Outcome.ABORTED));
      commitBatch.afterCommit(() -> context.reached(CrashPoint.SPLIT_ABORTED_BY_TARGET));
      dropStrayRows(request, commitBatch);
    }
  }

  /**
   * Drops rows that were installed before a crash. Without a header they belong to no partition,
   * unless the source itself is on this server, or a later upload is being installed and the
   * request was delayed. Committed at once, so that no install that begins later loses its rows.
   */
  private void dropStrayRows(InstallOutcomeRequest request, CommitBatch commitBatch) {
    Partition child = Partition.atBirth(request.partition());
    if (isBeingInstalled(request.directory(), request.partition())
        || isCovered(request.directory(), child)) {
      return;
    }
    commitBatch.batch().deleteRange(rangeOf(request.directory(), child));
    commitBatch.commit();
  }

  /**
   * Refuses rows of a directory until {@link #acceptRows}; false if some are being received
   * already.
   */
  public synchronized boolean refuseRows(InodeId directory) {
    return !isReceiving(directory) && refused.add(directory);
  }

  /** Accepts rows of a directory again. */
  public synchronized void acceptRows(InodeId directory) {
    refused.remove(directory);
  }

  /** Whether this server is receiving rows of a directory. */
  public synchronized boolean isReceiving(InodeId directory) {
    return staged.values().stream().anyMatch(upload -> upload.directory.equals(directory));
  }

  private synchronized boolean isBeingInstalled(InodeId directory, PartitionIndex child) {
    return staged.values().stream().anyMatch(upload -> upload.isBeingInstalled(directory, child));
  }

  private static EntryRange rangeOf(InodeId directory, Partition partition) {
    PositionRange positions = partition.range();
    return new EntryRange(directory.value(), positions.first().value(), positions.last().value());
  }

  private void giveUp(long transaction) {
    synchronized (this) {
      staged.remove(transaction);
      givenUp.add(transaction);
    }
    background.execute(() -> incoming.remove(transaction));
  }

  /** Drops uploads that their sources have abandoned; called periodically. */
  public void sweep() {
    long now = context.clock().nanos();
    Map<Long, Staged> idle = new HashMap<>();
    synchronized (this) {
      staged.forEach(
          (transaction, upload) -> {
            if (!upload.committing && now - upload.lastUsedNanos > IDLE_MILLIS * 1_000_000L) {
              idle.put(transaction, upload);
            }
          });
    }
    idle.keySet().forEach(this::giveUp);
    transferDirectory.sweep();
  }

  /** An upload that is kept aside. Guarded by the installer. */
  private static final class Staged {
    final InodeId directory;
    final PartitionIndex child;
    boolean committing;
    long lastUsedNanos;

    /** The result of taking its files from the transfer directory, once that has begun. */
    @Nullable CompletableFuture<Answer<Empty>> taken;

    Staged(InodeId directory, PartitionIndex child) {
      this.directory = directory;
      this.child = child;
    }

    /** Whether its files came through the transfer directory, with correct checksums. */
    boolean isTaken() {
      return taken != null && taken.getNow(null) instanceof Answer.Done<Empty>;
    }

    boolean isBeingInstalled(InodeId into, PartitionIndex index) {
      return committing && directory.equals(into) && child.equals(index);
    }
  }
}
