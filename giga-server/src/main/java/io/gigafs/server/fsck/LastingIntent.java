package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.migration.SplitIntent;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.SlotState;
import io.gigafs.server.transaction.CommitRecord;
import io.gigafs.server.transaction.DirectoryChangeIntent;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.server.transaction.StepIntent;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.StoredRow;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An intent of a split or of a namespace transaction that still exists. */
final class LastingIntent implements Rule {
  private static final String UNREADABLE = "it cannot be read: ";

  private static final String FAMILY = "intents";
  private static final int KEY_BYTES = Short.BYTES + Long.BYTES;

  private final CheckTasks tasks;
  private final ServerContext context;
  private final BiConsumer<Intent, CommitBatch> resumer;
  private final Quarantine quarantine;

  LastingIntent(CheckTasks tasks, Quarantine quarantine, BiConsumer<Intent, CommitBatch> resumer) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.resumer = resumer;
    this.quarantine = quarantine;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    return CompletableFuture.completedFuture(
        context.store().allIntents().stream()
            .filter(
                intent ->
                    intent.slot() == suspect.slot()
                        && intent.transaction() == suspect.subject()
                        && !tasks.isMoving(intent.slot()))
            .findFirst()
            .map(LastingIntent::finding));
  }

  private static Finding finding(Intent intent) {
    try {
      return switch (IntentKind.of(intent.body())) {
        case SPLIT -> {
          SplitIntent split = SplitIntent.decode(intent.body());
          yield finding(
              intent,
              split.directory(),
              split.partition().index(),
              null,
              "to split off partition " + split.partition().child().index());
        }
        case DIRECTORY_CHANGE -> {
          DirectoryChangeIntent change = DirectoryChangeIntent.decode(intent.body());
          yield finding(
              intent,
              change.parent(),
              change.partition(),
              change.name(),
              "to change the attributes of directory " + new InodeId(change.attributes().inode()));
        }
        case COMMIT -> {
          CommitRecord change = CommitRecord.decode(intent.body());
          yield finding(
              intent,
              change.directory(),
              change.partition(),
              change.name(),
              "that a transaction on this and other names is committed");
        }
        case COMMIT_STEP -> {
          StepIntent step = StepIntent.decode(intent.body());
          yield finding(
              intent,
              step.directory(),
              step.partition(),
              step.step().name(),
              "to change the name, with others, as decided in directory " + step.id().directory());
        }
        case DELEGATION ->
            Suspects.with(
                Suspects.intent(intent.slot(), intent.transaction()),
                "that the names of a partition are delegated to a client");
        case COPIES ->
            Suspects.with(
                Suspects.intent(intent.slot(), intent.transaction()),
                "that other servers have copies of names of a partition");
        case ARRIVED ->
            Suspects.with(
                Suspects.intent(intent.slot(), intent.transaction()),
                "that a partition arrived with its slot, all of which has arrived");
      };
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | BufferUnderflowException
        | ProtocolException e) {
      return Suspects.with(
          Suspects.intent(intent.slot(), intent.transaction()), UNREADABLE + e.getMessage());
    }
  }

  private static Finding finding(
      Intent intent,
      InodeId directory,
      PartitionIndex partition,
      @Nullable Name name,
      String facts) {
    Finding place = Suspects.intent(intent.slot(), intent.transaction());
    return new Finding(
        place.kind(),
        place.slot(),
        directory,
        partition,
        name,
        place.first(),
        place.last(),
        place.subject(),
        place.row(),
        facts);
  }

  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    if (context.view().state(finding.slot()) == SlotState.ABSENT
        || tasks.isMoving(finding.slot())) {
      return CompletableFuture.completedFuture(
          Rule.unrepaired("it belongs to the owner of slot " + finding.slot()));
    }
    if (finding.facts().startsWith(UNREADABLE)) {
      return setAside(finding);
    }
    return tasks.change(
        finding.slot(),
        commitBatch -> {
          Optional<Intent> intent =
              context.store().intents(finding.slot()).stream()
                  .filter(each -> each.transaction() == finding.subject())
                  .findFirst();
          if (intent.isEmpty()) {
            return Rule.changed();
          }
          if (isWorkedOn(finding)) {
            return Rule.unrepaired("it is in progress, and waits for another server");
          }
          resumer.accept(intent.get(), commitBatch);
          return Rule.repaired("it was resumed");
        });
  }

  /** The intent is unreadable and cannot be resumed: it is saved to a file and removed. */
  private CompletableFuture<Verdict> setAside(Finding finding) {
    byte[] key =
        ByteBuffer.allocate(KEY_BYTES)
            .putShort((short) finding.slot())
            .putLong(finding.subject())
            .array();
    List<StoredRow> rows = context.store().rawRows(FAMILY, key);
    if (rows.isEmpty()) {
      return CompletableFuture.completedFuture(Rule.changed());
    }
    Path kept = quarantine.keep(rows);
    return tasks.change(
        finding.slot(),
        commitBatch -> {
          context.store().deleteRaw(rows);
          return Rule.repaired("it was taken out of the store and is in " + kept + " now");
        });
  }

  private boolean isWorkedOn(Finding finding) {
    @Nullable PartitionState partition =
        context
            .lanes()
            .of(finding.slot())
            .partitions()
            .find(finding.directory(), finding.partition());
    Name name = finding.name();
    return partition != null
        && (name == null ? partition.isSplitting() : partition.isBlocked(name));
  }
}
