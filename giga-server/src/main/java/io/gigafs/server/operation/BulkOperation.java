package io.gigafs.server.operation;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.BulkCreateResult;
import io.gigafs.protocol.BulkRequest;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Usage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.ReplyWindow.Known;
import io.gigafs.server.lane.StoreErrors;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.StoreException;
import java.util.List;

/**
 * Makes many entries of one partition. Each is a mutation of its own: one that was decided before
 * is answered as then, one that belongs elsewhere is left out.
 *
 * <p>If any of the names is held by a transaction or split, the whole request waits before anything
 * of it is decided.
 */
public final class BulkOperation<Q extends BulkRequest> implements Operation<Q, BulkCreateResult> {
  private final Maker<Q> maker;
  private final ToUsage<Q> needs;
  private final Answering<Q> answering;
  private final SplitTrigger splits;
  private final Quotas quotas;

  /**
   * An operation that answers as soon as the entries are committed.
   *
   * @param needs what each entry takes of a quota at most
   */
  public BulkOperation(Maker<Q> maker, ToUsage<Q> needs, SplitTrigger splits, Quotas quotas) {
    this(maker, needs, (request, exchange) -> exchange, splits, quotas);
  }

  /**
   * Likewise.
   *
   * @param answering where the answer goes once the entries are committed
   */
  public BulkOperation(
      Maker<Q> maker,
      ToUsage<Q> needs,
      Answering<Q> answering,
      SplitTrigger splits,
      Quotas quotas) {
    this.maker = maker;
    this.needs = needs;
    this.answering = answering;
    this.splits = splits;
    this.quotas = quotas;
  }

  /** Tells where a request's answer goes. */
  @FunctionalInterface
  public interface Answering<Q> {
    Exchange<BulkCreateResult> to(Q request, Exchange<BulkCreateResult> exchange);
  }

  /** Makes one entry of a request. */
  @FunctionalInterface
  public interface Maker<Q> {
    /**
     * Makes the entry, or says why not.
     *
     * @param i which of the request's entries
     */
    Answer<EntryResult> make(Q request, int i, PartitionState partition, Turn turn);
  }

  /** Tells what the entries of a request take of a quota. */
  @FunctionalInterface
  public interface ToUsage<Q> {
    Usage of(Q request, int i);
  }

  @Override
  public Decision decide(
      Q request, Exchange<BulkCreateResult> exchange, PartitionState partition, Turn turn) {
    List<Name> names = request.names();
    for (Name name : names) {
      if (partition.owns(name) && partition.isHeld(name)) {
        return Decision.WAIT;
      }
    }
    if (waitsForQuota(request, exchange, partition, turn)) {
      return Decision.WAIT;
    }
    Admission.ensureBorn(partition, turn);
    int[] outcomes = new int[names.size()];
    long[] inodes = new long[names.size()];
    boolean elsewhere = false;
    for (int i = 0; i < outcomes.length; i++) {
      if (!partition.owns(names.get(i))) {
        outcomes[i] = BulkCreateResult.ELSEWHERE;
        elsewhere = true;
        continue;
      }
      Answer<EntryResult> answer =
          decideOnce(request, i, exchange.peer().clientId(), partition, turn);
      if (answer instanceof Answer.Done<EntryResult> done) {
        inodes[i] = done.result().attributes().inode().value();
      } else {
        outcomes[i] = ((Answer.Failed<EntryResult>) answer).code().number();
      }
    }
    turn.done(
        answering.to(request, exchange),
        new BulkCreateResult(outcomes, inodes, elsewhere ? partition.map() : null));
    splits.afterGrowth(partition, turn);
    return Decision.TAKEN;
  }

  /** Where there is not enough for all, it is used up by as many as it is enough for. */
  private boolean waitsForQuota(
      Q request, Exchange<?> exchange, PartitionState partition, Turn turn) {
    if (partition.usage().share() == null) {
      return false;
    }
    List<Name> names = request.names();
    Usage need = Usage.NOTHING;
    for (int i = 0; i < names.size(); i++) {
      if (partition.owns(names.get(i))) {
        need = need.plus(needs.of(request, i));
      }
    }
    return quotas.prepay(partition, turn, exchange, need) == Quotas.Verdict.WAIT;
  }

  /**
   * A store that fails for one entry is that entry's error; on a full disk it is not remembered.
   */
  private Answer<EntryResult> decideOnce(
      Q request, int i, long client, PartitionState partition, Turn turn) {
    long number = request.numbers()[i];
    Known known = partition.replies().find(client, number);
    if (known != Known.NEW) {
      return known.answer(Opcode.CREATE);
    }
    try {
      Answer<EntryResult> answer = maker.make(request, i, partition, turn);
      turn.remember(partition, client, number, request.confirmed(), Opcode.CREATE, answer);
      return answer;
    } catch (StoreException e) {
      return new Answer.Failed<>(StoreErrors.codeOf(e), StoreErrors.detailOf(e));
    }
  }
}
