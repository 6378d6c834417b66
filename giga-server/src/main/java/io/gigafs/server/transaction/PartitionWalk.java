package io.gigafs.server.transaction;

import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.server.context.Messenger;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request to every partition of a directory, from partition zero down the split tree: each
 * answer names the children that its partition knows. Used on the coordinator's lane.
 *
 * <p>It reaches all partitions only if none splits after it was asked; the request must ensure
 * that.
 *
 * @param <R> the result of a partition
 */
public final class PartitionWalk<R extends Result> {
  private final Lane lane;
  private final Messenger messenger;
  private final Function<PartitionIndex, PartitionRequest<R>> requests;
  private final Function<R, PartitionMap> mapOf;
  private final long deadlineNanos;
  private final Ending<R> ending;
  private final Set<PartitionIndex> asked = new HashSet<>();
  private final List<PartitionIndex> reached = new ArrayList<>();
  private final List<R> results = new ArrayList<>();
  private int outstanding;
  private Answer.@Nullable Failed<R> failure;

  private PartitionWalk(
      Lane lane,
      Messenger messenger,
      Function<PartitionIndex, PartitionRequest<R>> requests,
      Function<R, PartitionMap> mapOf,
      long deadlineNanos,
      Ending<R> ending) {
    this.lane = lane;
    this.messenger = messenger;
    this.requests = requests;
    this.mapOf = mapOf;
    this.deadlineNanos = deadlineNanos;
    this.ending = ending;
  }

  /**
   * Starts a walk.
   *
   * @param requests creates the request for a partition
   * @param mapOf the partition map in a result
   * @param ending called on the lane when all have answered
   */
  public static <R extends Result> void start(
      Lane lane,
      Messenger messenger,
      Function<PartitionIndex, PartitionRequest<R>> requests,
      Function<R, PartitionMap> mapOf,
      long deadlineNanos,
      Ending<R> ending) {
    new PartitionWalk<>(lane, messenger, requests, mapOf, deadlineNanos, ending)
        .ask(PartitionIndex.ZEROTH);
  }

  private void ask(PartitionIndex index) {
    if (!asked.add(index)) {
      return;
    }
    outstanding++;
    messenger
        .ask(requests.apply(index), deadlineNanos)
        .thenAccept(answer -> lane.submit(commitBatch -> receive(index, answer, commitBatch)));
  }

  private void receive(PartitionIndex index, Answer<R> answer, CommitBatch commitBatch) {
    outstanding--;
    if (answer instanceof Answer.Done<R> done) {
      reached.add(index);
      results.add(done.result());
      mapOf.apply(done.result()).indices().forEach(this::ask);
    } else if (answer instanceof Answer.Failed<R> failed) {
      if (failed.code() != ErrorCode.ESTALE) {
        failure = failed;
      }
    } else {
      failure = new Answer.Failed<>(ErrorCode.EIO, "partition " + index + " answered " + answer);
    }
    if (outstanding == 0) {
      ending.ended(commitBatch, reached, results, failure);
    }
  }

  /** Receives the result of a walk. */
  @FunctionalInterface
  public interface Ending<R extends Result> {
    /**
     * Called when all partitions have answered.
     *
     * @param reached the partitions that succeeded; a partition that does not exist is not a
     *     failure
     * @param failure why an existing partition failed, or null
     */
    void ended(
        CommitBatch commitBatch,
        List<PartitionIndex> reached,
        List<R> results,
        Answer.@Nullable Failed<R> failure);
  }
}
