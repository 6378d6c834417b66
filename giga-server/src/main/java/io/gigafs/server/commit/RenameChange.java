package io.gigafs.server.commit;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileCopy;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.PutName;
import io.gigafs.protocol.RenameMode;
import io.gigafs.protocol.RenameRequest;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.EntryKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * rename(2): the file is put to its new name and taken from its old one; in an exchange the old
 * name gets what the new one had.
 */
final class RenameChange implements NamesChange<Empty> {
  private final RenameRequest request;
  private final FileCopy original;
  private final PutName put;
  private final long nowNanos;

  /**
   * A rename.
   *
   * @param original the file as it is
   * @param refused why the caller may not take it from its old name, or null
   * @param nowNanos wall-clock time, ns since the epoch
   */
  RenameChange(
      RenameRequest request, FileCopy original, @Nullable ErrorCode refused, long nowNanos) {
    this.request = request;
    this.original = original;
    this.nowNanos = nowNanos;
    this.put =
        new PutName(
            request.toName(),
            FileRows.withChanged(original, nowNanos),
            request.mode(),
            !request.directory().equals(request.toDirectory()),
            request.mode() == RenameMode.EXCHANGE && request.toSlash(),
            refused,
            null);
  }

  @Override
  public Mutation<Empty> request() {
    return request;
  }

  @Override
  public Next next(List<PreparedPart> prepared) {
    return prepared.isEmpty()
        ? Next.prepare(new Part(request.toDirectory(), request.toPartition(), put))
        : Next.COMMIT;
  }

  @Override
  public Answer.Done<Empty> apply(
      List<PreparedPart> prepared, PartitionState partition, Turn turn) {
    EntryKey key = partition.keyOf(request.name());
    turn.batch().deleteFile(key);
    partition.entryRemoved(turn, FileRows.attributesOf(original));
    FileCopy found = prepared.get(0).found();
    if (request.mode() == RenameMode.EXCHANGE && found != null) {
      FileRows.write(turn.batch(), key, FileRows.withChanged(found, nowNanos));
      partition.entryAdded(turn, FileRows.attributesOf(found));
    }
    return needless();
  }

  @Override
  public Answer.Done<Empty> needless() {
    return new Answer.Done<>(Empty.INSTANCE);
  }

  @Override
  public CommitStep takeBack() {
    return new PutName(request.name(), original, RenameMode.REPLACE, false, false, null, null);
  }
}
