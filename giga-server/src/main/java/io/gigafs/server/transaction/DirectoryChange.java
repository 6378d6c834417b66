package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.namespace.SetAttributesRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest.UpdatePartitionResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.entry.DirectoryEntries;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.entry.XattrRows;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.Intent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running change of a directory's mode, owner, times or extended attributes, on the lane that
 * owns its entry.
 *
 * <ol>
 *   <li>The name is locked, its leases are recalled and an intent is stored.
 *   <li>The change is sent to all partitions, down the split tree.
 *   <li>The entry, which is authoritative, is changed and the intent deleted in one batch.
 * </ol>
 *
 * <p>Once the intent is stored the change will be made: it is replayed after a crash, and retried
 * until all partitions are reached.
 */
public final class DirectoryChange {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryChange.class);
  private static final long WALK_MILLIS = 10_000;
  private static final long RETRY_MILLIS = 1_000;

  private final ServerContext context;
  private final PartitionState partition;
  private final DirectoryChangeIntent intent;
  private final Lane lane;
  private final long transaction;
  private @Nullable Exchange<EntryResult> exchange;

  private DirectoryChange(
      ServerContext context,
      PartitionState partition,
      DirectoryChangeIntent intent,
      long transaction,
      @Nullable Exchange<EntryResult> exchange) {
    this.context = context;
    this.partition = partition;
    this.intent = intent;
    this.lane = context.lanes().of(partition.slot());
    this.transaction = transaction;
    this.exchange = exchange;
  }

  /** Starts a change that a client requested. */
  public static void begin(
      ServerContext context,
      PartitionState partition,
      DirectoryChangeIntent intent,
      Exchange<EntryResult> exchange,
      boolean recallsLeases,
      CommitBatch commitBatch) {
    DirectoryChange change =
        new DirectoryChange(context, partition, intent, context.nextTransaction(), exchange);
    Name name = intent.name();
    partition.locks().lock(name, change.transaction);
    if (recallsLeases) {
      partition
          .leases()
          .recall(
              name,
              exchange.peer().clientId(),
              change.lane,
              commitBatch.nanos(),
              change::storeIntent);
    } else {
      change.lane.submit(change::storeIntent);
    }
  }

  /** Resumes a change after a crash, before the lane serves requests. */
  public static void resume(ServerContext context, Intent stored, CommitBatch commitBatch) {
    DirectoryChangeIntent intent = DirectoryChangeIntent.decode(stored.body());
    Lane lane = context.lanes().of(stored.slot());
    PartitionState partition = lane.partitions().find(intent.parent(), intent.partition());
    if (partition == null) {
      LOG.warn(
          "dropping the intent to change '{}': directory {} no longer exists",
          intent.name(),
          intent.parent());
      commitBatch.batch().deleteIntent(stored.slot(), stored.transaction());
      return;
    }
    partition.locks().lock(intent.name(), stored.transaction());
    new DirectoryChange(context, partition, intent, stored.transaction(), null).walk();
  }

  private void storeIntent(CommitBatch commitBatch) {
    commitBatch.onFailure(
        (code, detail) -> {
          unlock();
          answer(new Answer.Failed<>(code, detail));
        });
    commitBatch.batch().putIntent(new Intent(partition.slot(), transaction, intent.encode()));
    commitBatch.afterCommit(() -> context.reached(CrashPoint.CHANGE_INTENT_COMMITTED));
    commitBatch.afterCommit(
        () ->
            context.whenDurable(
                "the intent to change '" + intent.name() + "'", () -> lane.submit(next -> walk())));
  }

  private void walk() {
    context.reached(CrashPoint.CHANGE_INTENT_DURABLE);
    Attributes attributes = intent.attributes();
    InodeId directory = new InodeId(attributes.inode());
    PartitionWalk.start(
        lane,
        context.messenger(),
        index ->
            new UpdatePartitionRequest(
                directory,
                index,
                transaction,
                DirectoryEntries.factsOf(partition, attributes, intent.acls()),
                intent.setsAccessed() ? attributes.accessedNanos() : null,
                intent.setsModified() ? attributes.modifiedNanos() : null,
                attributes.changedNanos()),
        UpdatePartitionResult::map,
        context.in(WALK_MILLIS),
        this::walked);
  }

  private void walked(
      CommitBatch commitBatch,
      List<PartitionIndex> reached,
      List<UpdatePartitionResult> results,
      Answer.@Nullable Failed<UpdatePartitionResult> failure) {
    if (failure != null) {
      LOG.warn("retrying change of '{}': {} {}", intent.name(), failure.code(), failure.detail());
      walkLater();
      return;
    }
    context.reached(CrashPoint.CHANGE_WALKED);
    commitBatch.onFailure(this::walkLater);
    putEntry(commitBatch);
    commitBatch.batch().deleteIntent(partition.slot(), transaction);
    partition.entryChanged(commitBatch, intent.attributes(), intent.attributes());
    Answer<EntryResult> answer = new Answer.Done<>(WireAttributes.resultOf(intent.attributes()));
    commitBatch.remember(
        partition,
        intent.client(),
        intent.sequence().number(),
        intent.sequence().confirmed(),
        intent.digest(),
        SetAttributesRequest.OPCODE,
        answer);
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.CHANGE_ENTRY_COMMITTED);
          unlock();
          answer(answer);
        });
  }

  /** Writes the new entry and its attached rows. */
  private void putEntry(CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(intent.name());
    int marks = EntryAcls.put(commitBatch.batch(), key, intent.attributes().marks(), intent.acls());
    DirectoryChangeIntent.@Nullable XattrChange xattr = intent.xattr();
    if (xattr != null) {
      marks = XattrRows.put(commitBatch.batch(), key, marks, xattr.name(), xattr.value());
    }
    commitBatch.batch().putEntry(key, intent.attributes().withMarks(marks));
  }

  /** Answers the client, at most once; after a crash there is none to answer. */
  private void answer(Answer<EntryResult> answer) {
    Exchange<EntryResult> waiting = exchange;
    exchange = null;
    if (waiting != null) {
      waiting.answer(answer);
    }
  }

  private void walkLater() {
    context.timers().after(RETRY_MILLIS, () -> lane.submit(commitBatch -> walk()));
  }

  private void unlock() {
    partition.locks().unlock(intent.name());
    partition.resumeParked();
  }
}
