package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.StepRules;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** The new dentry of a rename or link. The checks run in the order of Linux. */
public final class InsertDentryRule implements StepRules.Rule<InsertDentry> {
  private final SplitTrigger splits;

  public InsertDentryRule(SplitTrigger splits) {
    this.splits = splits;
  }

  @Override
  public PrepareResult check(
      InsertDentry step, Caller caller, PartitionState partition, CommitBatch commitBatch) {
    if (partition.hasFixedName()) {
      return PrepareResult.refused(ErrorCode.EPERM);
    }
    if (!DirectoryPermissions.has(partition, caller, Access.SEARCH)) {
      return PrepareResult.refused(ErrorCode.EACCES);
    }
    EntryKey key = partition.keyOf(step.name());
    Attributes found = commitBatch.batch().getEntry(key);
    if (found == null) {
      return checkFree(step, caller, partition);
    }
    @Nullable ErrorCode refused = refuse(step, found, caller, partition);
    if (refused != null) {
      return PrepareResult.refused(refused);
    }
    boolean movesDirectory =
        step.mode() == RenameMode.EXCHANGE
            && step.changesParent()
            && found.type() == FileType.DIRECTORY;
    if (movesDirectory && !WritableDirectory.isOne(commitBatch.batch(), key, found, caller)) {
      return PrepareResult.refused(ErrorCode.EACCES);
    }
    if (isSameFile(step, found)) {
      return PrepareResult.NEEDLESS;
    }
    if (found.has(Attributes.LINKED)) {
      return PrepareResult.prepared(
          Linked.found(found, DirectoryPermissions.mayRemoveOwnOnly(partition, caller)));
    }
    boolean goesElsewhere =
        step.mode() == RenameMode.EXCHANGE || partition.openState().isHeld(step.name());
    return PrepareResult.prepared(
        goesElsewhere ? FileRows.read(commitBatch.batch(), key, found) : FileRows.entryOnly(found));
  }

  private static PrepareResult checkFree(
      InsertDentry step, Caller caller, PartitionState partition) {
    if (step.mode() == RenameMode.EXCHANGE) {
      return PrepareResult.refused(ErrorCode.ENOENT);
    }
    if (step.refused() != null) {
      return PrepareResult.refused(step.refused());
    }
    @Nullable ErrorCode refused = DirectoryPermissions.refuseAdding(partition, caller);
    return refused == null ? PrepareResult.prepared(null) : PrepareResult.refused(refused);
  }

  private static @Nullable ErrorCode refuse(
      InsertDentry step, Attributes found, Caller caller, PartitionState partition) {
    if (step.mode() == RenameMode.NO_REPLACE) {
      return ErrorCode.EEXIST;
    }
    if (step.slash() && found.type() != FileType.DIRECTORY) {
      return ErrorCode.ENOTDIR;
    }
    boolean isRefusedWhateverIsThere = step.refused() == ErrorCode.ENOTDIR;
    if (isSameFile(step, found) && !isRefusedWhateverIsThere) {
      return null;
    }
    if (step.refused() != null) {
      return step.refused();
    }
    @Nullable ErrorCode refused = DirectoryPermissions.refuseRemoving(partition, caller);
    if (refused != null) {
      return refused;
    }
    if (InodeFlags.isProtected(found)) {
      return ErrorCode.EPERM;
    }
    boolean isOwnerKnown = !found.has(Attributes.LINKED);
    if (isOwnerKnown && !DirectoryPermissions.mayRemove(partition, found.uid(), caller)) {
      return ErrorCode.EPERM;
    }
    if (step.mode() == RenameMode.EXCHANGE) {
      return null;
    }
    // EPERM takes precedence: where another partition checks the owner, it is checked before the
    // type.
    return isOwnerKnown || !DirectoryPermissions.mayRemoveOwnOnly(partition, caller)
        ? refuseKind(step, found)
        : null;
  }

  private static @Nullable ErrorCode refuseKind(InsertDentry step, Attributes found) {
    boolean puts = step.file().attributes().isDirectory();
    boolean finds = found.type() == FileType.DIRECTORY;
    if (puts == finds) {
      return null;
    }
    return puts ? ErrorCode.ENOTDIR : ErrorCode.EISDIR;
  }

  private static boolean isSameFile(InsertDentry step, Attributes found) {
    return found.inode() == step.file().attributes().inode().value();
  }

  @Override
  public boolean stillFits(InsertDentry step, PartitionState partition, CommitBatch commitBatch) {
    Attributes found = commitBatch.batch().getEntry(partition.keyOf(step.name()));
    if (found == null) {
      return step.mode() != RenameMode.EXCHANGE;
    }
    boolean mayHaveFilled =
        found.type() == FileType.DIRECTORY && step.mode() != RenameMode.EXCHANGE;
    if (mayHaveFilled && !isSameFile(step, found)) {
      return false;
    }
    return isSameFile(step, found) || isReplaced(step, found);
  }

  private static boolean isReplaced(InsertDentry step, Attributes found) {
    return step.replaced() != null && step.replaced().value() == found.inode();
  }

  @Override
  public CommitStep prepared(InsertDentry step, PrepareResult result) {
    FileCopy found = result.found();
    return found == null ? step : step.replacing(found.attributes().inode(), ends(step, found));
  }

  /** Whether the replaced file ends with the step: it is not exchanged, linked or held open. */
  private static boolean ends(InsertDentry step, FileCopy found) {
    return step.mode() != RenameMode.EXCHANGE
        && !found.attributes().isDirectory()
        && !Linked.isLinked(found)
        && !Linked.isHeld(found);
  }

  @Override
  public void apply(
      InsertDentry step, PartitionState partition, CommitBatch commitBatch, long nanos) {
    Admission.ensureBorn(partition, commitBatch);
    EntryKey key = partition.keyOf(step.name());
    Attributes found = commitBatch.batch().getEntry(key);
    if (found != null) {
      if (step.endsReplaced() && isReplaced(step, found)) {
        StoredFiles.end(commitBatch.batch(), key, found);
      } else {
        commitBatch.batch().deleteFile(key);
      }
      boolean isExchanged = step.mode() == RenameMode.EXCHANGE;
      if (isExchanged || partition.openState().isHeld(step.name())) {
        // The bytes of a replaced file still belong to the sessions that have it open.
        int names = isExchanged ? 1 : 0;
        partition.usage().movesAway(new QuotaUsage(names, EntryCounts.bytesOf(found)));
      }
      partition.entryRemoved(commitBatch, found, nanos);
    }
    Linked.forgetOpenState(step.name(), partition);
    FileRows.write(commitBatch.batch(), key, step.file());
    FileRows.takeOpenState(partition, step.name(), step.file());
    partition.entryAdded(commitBatch, FileRows.attributesOf(step.file()), nanos);
    splits.afterGrowth(partition, commitBatch);
  }
}
