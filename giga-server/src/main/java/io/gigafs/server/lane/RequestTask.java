package io.gigafs.server.lane;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.ReplyWindow.Known;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way through a lane: finds its partition and lets the operation decide; parked
 * and run again as often as need be.
 */
final class RequestTask<Q extends PartitionRequest<R>, R extends Result> implements LaneTask {
  private final Lane lane;
  private final Operation<Q, R> operation;
  private final Q request;
  private final Exchange<R> exchange;

  RequestTask(Lane lane, Operation<Q, R> operation, Q request, Exchange<R> exchange) {
    this.lane = lane;
    this.operation = operation;
    this.request = request;
    this.exchange = exchange;
  }

  @Override
  public void run(Turn turn) {
    if (isPastDeadline(turn.nanos())) {
      turn.failed(
          exchange, ErrorCode.ETIMEDOUT, "the request waited in the server past its deadline");
      return;
    }
    try {
      PartitionState partition = lane.partitions().find(request.directory(), request.partition());
      if (partition == null) {
        answerForGone(turn);
        return;
      }
      if (operation.decide(request, exchange, partition, turn) == Operation.Decision.WAIT) {
        partition.park(this);
      }
    } catch (RuntimeException e) {
      turn.failed(exchange, ErrorCode.EIO, "internal error");
      throw e;
    }
  }

  private void answerForGone(Turn turn) {
    if (request instanceof Mutation<R> mutation) {
      Known known =
          lane.partitions()
              .repliesOfGone(
                  request.directory(),
                  request.partition(),
                  exchange.peer().clientId(),
                  mutation.sequence().number());
      if (known != Known.NEW) {
        turn.answer(exchange, known.answer(request.opcode()));
        return;
      }
    }
    turn.failed(
        exchange,
        ErrorCode.ESTALE,
        "directory " + request.directory() + " has no partition " + request.partition());
  }

  /** Runs the request again in one of the next turns. */
  void resume() {
    lane.submit(this);
  }

  boolean isPastDeadline(long nanos) {
    return nanos - exchange.deadlineNanos() > 0;
  }

  @Override
  public String toString() {
    @Nullable Object name = request.opcode();
    return name + " of " + request.directory() + "/" + request.partition();
  }
}
