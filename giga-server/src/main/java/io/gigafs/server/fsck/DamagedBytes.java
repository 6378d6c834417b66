package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Bytes of a small file that do not match their checksum. */
final class DamagedBytes implements Rule {
  private final CheckTasks tasks;

  DamagedBytes(CheckTasks tasks) {
    this.tasks = tasks;
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    Name name = Objects.requireNonNull(suspect.name(), "a file has a name");
    EntryKey key = EntryKey.of(suspect.directory().value(), name.position().value(), name.bytes());
    return tasks.inTurn(suspect.slot(), commitBatch -> examine(commitBatch, key, suspect));
  }

  /** Examines a consistent pair of entry and bytes; scans read them one after the other. */
  private static Optional<Finding> examine(CommitBatch commitBatch, EntryKey key, Finding suspect) {
    Attributes file = commitBatch.batch().getEntry(key);
    if (file == null || !InlineFiles.isInline(file) || file.size() == 0) {
      return Optional.empty();
    }
    byte[] row;
    try {
      row = commitBatch.batch().getInline(key);
    } catch (StoreException e) {
      return Optional.of(
          Suspects.with(suspect, "file " + new InodeId(file.inode()) + ": " + e.getMessage()));
    }
    return row == null || InlineFiles.isWhole(row, file.size())
        ? Optional.empty()
        : Optional.of(
            Suspects.with(
                suspect,
                "file "
                    + new InodeId(file.inode())
                    + " of "
                    + file.size()
                    + " bytes does not have the checksum that was written with its bytes"));
  }

  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    return CompletableFuture.completedFuture(
        Rule.unrepaired("write the whole file anew, or restore it from a copy"));
  }
}
