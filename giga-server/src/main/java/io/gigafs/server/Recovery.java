package io.gigafs.server;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.lease.LeaseIntent;
import io.gigafs.server.migration.ArrivedPartitions;
import io.gigafs.server.migration.Splitter;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.SlotState;
import io.gigafs.server.transaction.CommitPhase;
import io.gigafs.server.transaction.DirectoryChange;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.server.transaction.PreparedOperations;
import io.gigafs.server.transaction.TransactionManager;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoreException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Resumes at the start what a crash interrupted: intents of splits, transactions, delegations and
 * copies, and partitions that are prepared or frozen or belong to dead sessions.
 *
 * <p>Thread-safe.
 */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private static final long RETRY_MILLIS = 1_000;

  private final ServerContext context;
  private final ArrivedPartitions arrived;
  private final Splitter splitter;
  private final TransactionManager transactions;
  private final PreparedOperations preparedOperations;
  private final OutcomeResolver resolver;
  private final Executor scans;
  private volatile boolean stopped;

  /**
   * Creates the recovery of one server.
   *
   * @param scans runs scans of the store, which may take long
   */
  Recovery(
      ServerContext context,
      ArrivedPartitions arrived,
      Splitter splitter,
      TransactionManager transactions,
      PreparedOperations preparedOperations,
      OutcomeResolver resolver,
      Executor scans) {
    this.context = context;
    this.arrived = arrived;
    this.splitter = splitter;
    this.transactions = transactions;
    this.preparedOperations = preparedOperations;
    this.resolver = resolver;
    this.scans = scans;
  }

  /** Resumes all intents of this server's slots. Runs before any request. */
  void resumeIntents() {
    for (int slot = 0; slot < context.view().slots(); slot++) {
      if (context.view().state(slot) != SlotState.ABSENT) {
        context.store().intents(slot).forEach(this::resumeOrLoad);
      }
    }
  }

  /** Looks in the background for partitions that have no intent but wait for an outcome. */
  void watchUnsettled() {
    scans.execute(this::scanUnsettled);
  }

  /** Ends the scans. */
  void stop() {
    stopped = true;
  }

  /**
   * Resumes an intent, or loads the record of a partition that arrived. Such records have to be
   * known before the slot receives anything else; once the slot is complete, they are not needed.
   */
  private void resumeOrLoad(Intent intent) {
    boolean isAwaited = context.view().state(intent.slot()) == SlotState.EXPECTED;
    if (isAwaited && IntentKind.of(intent.body()) == IntentKind.ARRIVED) {
      arrived.load(intent);
    } else {
      resume(context.lanes().of(intent.slot()), intent, false);
    }
  }

  /** Resumes an intent, again and again if the store cannot be read. */
  private void resume(Lane lane, Intent intent, boolean again) {
    submit(
        lane,
        commitBatch -> lane.partitions().recover(again, () -> resume(intent, commitBatch)),
        () -> resume(lane, intent, true));
  }

  /**
   * Submits a task that is tried again later if the store cannot be read, but not if it is damaged.
   */
  private void submit(Lane lane, LaneTask task, Runnable again) {
    lane.submit(
        commitBatch -> {
          try {
            task.run(commitBatch);
          } catch (CorruptRowException e) {
            throw e;
          } catch (StoreException e) {
            later(again);
            throw e;
          }
        });
  }

  private void later(Runnable action) {
    context
        .timers()
        .after(
            RETRY_MILLIS,
            () -> {
              if (!stopped) {
                action.run();
              }
            });
  }

  /** Resumes the work of an intent, on its lane. */
  void resume(Intent intent, CommitBatch commitBatch) {
    switch (IntentKind.of(intent.body())) {
      case SPLIT -> splitter.resume(intent, commitBatch);
      case DIRECTORY_CHANGE -> DirectoryChange.resume(context, intent, commitBatch);
      case COMMIT -> CommitPhase.resume(transactions, intent, commitBatch);
      case COMMIT_STEP -> preparedOperations.resume(intent, commitBatch);
      case DELEGATION, COPIES -> LeaseIntent.resume(context.lanes(), intent, commitBatch);
      case ARRIVED -> commitBatch.batch().deleteIntent(intent.slot(), intent.transaction());
    }
  }

  private void scanUnsettled() {
    Set<Long> held;
    try {
      held = directoriesWithOpenState();
    } catch (StoreException e) {
      LOG.error("open state cannot be read, trying again", e);
      later(this::watchUnsettled);
      return;
    }
    for (int slot = 0; slot < context.view().slots() && !stopped; slot++) {
      if (context.view().state(slot) != SlotState.ABSENT) {
        scanUnsettled(slot, held);
      }
    }
  }

  /** Directories in which sessions had open state before the start. */
  private Set<Long> directoriesWithOpenState() {
    Set<Long> held = new HashSet<>();
    context
        .store()
        .scanAllAttached(
            Attachment.HOLD,
            (key, row) -> {
              held.add(key.directory());
              return !stopped;
            },
            damaged ->
                LOG.error("damaged open state of a session is ignored: {}", damaged.getMessage()));
    return held;
  }

  private void scanUnsettled(int slot, Set<Long> held) {
    try {
      context
          .store()
          .scanPartitions(
              slot,
              (key, header) -> {
                InodeId directory = new InodeId(key.directory());
                PartitionIndex index = new PartitionIndex(key.index());
                if (header.state() != PartitionHeader.State.ACTIVE) {
                  resolver.watch(directory, index);
                }
                if (held.contains(key.directory()) || isLeftInodeRecord(key, header)) {
                  load(context.lanes().of(slot), directory, index);
                }
                return !stopped;
              },
              damaged ->
                  LOG.error(
                      "a partition cannot be used until giga fsck --repair: {}",
                      damaged.getMessage()));
    } catch (StoreException e) {
      LOG.error("partitions of slot {} cannot be read, trying again", slot, e);
      later(() -> scans.execute(() -> scanUnsettled(slot, held)));
    }
  }

  private void load(Lane lane, InodeId directory, PartitionIndex index) {
    submit(
        lane,
        commitBatch -> lane.partitions().find(directory, index),
        () -> load(lane, directory, index));
  }

  /**
   * Whether this is the inode record of a file that has no names left. Sessions may still have it
   * open.
   */
  private boolean isLeftInodeRecord(PartitionKey key, PartitionHeader header) {
    InodeId file = new InodeId(key.directory());
    if (header.parent() != InodeId.SUPER_ROOT.value()
        || file.equals(InodeId.ROOT)
        || file.equals(InodeId.SUPER_ROOT)) {
      return false;
    }
    Name name = InodeId.FILE_NAME;
    Attributes found =
        context
            .store()
            .getEntry(EntryKey.of(key.directory(), name.position().value(), name.bytes()));
    return found == null || found.links() == 0;
  }
}
