package io.gigafs.server.entry;

import io.gigafs.index.Name;
import io.gigafs.index.Position;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.reply.DuplicateRequestCache.Known;
import org.jspecify.annotations.Nullable;

/**
 * Checks before each operation on a name: whether the partition owns the name, whether the mutation
 * was decided before, and whether a transaction or split holds the name.
 */
public final class Admission {
  private Admission() {}

  /** Null if the request may be decided now; otherwise its outcome. */
  public static <R extends Result> @Nullable Decision toRead(
      Name name, Exchange<R> exchange, PartitionState partition, CommitBatch commitBatch) {
    if (!partition.owns(name)) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    if (partition.isUndecided(name)) {
      return Decision.WAIT;
    }
    ensureBorn(partition, commitBatch);
    return null;
  }

  /** Null if the request may be decided now; otherwise its outcome. */
  public static <R extends Result> @Nullable Decision toChange(
      Mutation<R> request,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (!partition.owns(request.name())) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    Known known = partition.replies().find(exchange.peer().clientId(), request.sequence().number());
    if (known != Known.NEW) {
      commitBatch.answer(exchange, known.answer(request));
      return Decision.TAKEN;
    }
    if (partition.isBlocked(request.name())) {
      return Decision.WAIT;
    }
    ensureBorn(partition, commitBatch);
    return null;
  }

  /**
   * Null if entries may be read from a position on; otherwise the outcome of the request.
   *
   * @param wanted the permissions that the caller needs on the directory
   */
  public static <R extends Result> @Nullable Decision toList(
      Position from,
      Caller caller,
      int wanted,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (!partition.partition().range().contains(from)) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    if (partition.isUndecided()) {
      partition.locks().noteWaitingReader();
      return Decision.WAIT;
    }
    ensureBorn(partition, commitBatch);
    if (!DirectoryPermissions.has(partition, caller, wanted)) {
      commitBatch.failed(exchange, ErrorCode.EACCES, "");
      return Decision.TAKEN;
    }
    return null;
  }

  /**
   * Activates a prepared partition: a request to it proves that its entry is committed, as only the
   * entry leads to it.
   */
  public static void ensureBorn(PartitionState partition, CommitBatch commitBatch) {
    if (partition.phase().isPrepared()) {
      partition.setPhase(commitBatch, PartitionPhase.ACTIVE);
    }
  }
}
