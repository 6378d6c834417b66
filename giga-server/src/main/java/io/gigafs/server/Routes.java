package io.gigafs.server;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.PipelinedCreates;
import io.gigafs.protocol.namespace.CreateRequest;
import io.gigafs.rpc.CreatesExchange;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerCounters;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.namespace.PipelinedCreation;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.SlotState;
import io.micrometer.core.instrument.Counter;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Maps each operation to the part of the server that processes it. Filled at start, thread-safe
 * afterwards.
 */
final class Routes {
  private static final int MAX_CODE = 128;

  /** The previous owner of the slot answers within milliseconds. */
  private static final int EXPECTED_MILLIS = 5;

  private final CurrentView view;
  private final Lanes lanes;
  private final ServerCounters counters;
  private final @Nullable Route<?, ?>[] routes = new Route<?, ?>[MAX_CODE];
  private final @Nullable Counter[] requests = new Counter[MAX_CODE];

  Routes(CurrentView view, Lanes lanes, ServerCounters counters) {
    this.view = view;
    this.lanes = lanes;
    this.counters = counters;
  }

  /** Processes requests of one kind on the connection's thread. */
  @FunctionalInterface
  interface Route<Q extends Request<R>, R extends Result> {
    void take(Q request, Exchange<R> exchange);
  }

  /** Registers a request that any server answers. */
  <Q extends Request<R>, R extends Result> Routes here(Opcode<R> opcode, Route<Q, R> route) {
    routes[opcode.code()] = route;
    requests[opcode.code()] = counters.requests(opcode.toString());
    return this;
  }

  /** Registers a request to a partition that the owner of its slot processes. */
  <Q extends PartitionRequest<R>, R extends Result> Routes atHolder(
      Opcode<R> opcode, Route<Q, R> route) {
    return this.<Q, R>here(
        opcode,
        (request, exchange) -> {
          SlotState state = view.state(view.slotOf(request.directory(), request.partition()));
          if (state.serves()) {
            route.take(request, exchange);
          } else {
            sendOn(state, exchange);
          }
        });
  }

  /** Registers a request to a partition that is decided on the partition's lane. */
  <Q extends PartitionRequest<R>, R extends Result> Routes inLane(
      Opcode<R> opcode, PartitionOperation<Q, R> operation) {
    return this.<Q, R>atHolder(
        opcode,
        (request, exchange) ->
            lanes.submit(
                view.slotOf(request.directory(), request.partition()),
                operation,
                request,
                exchange));
  }

  /**
   * Registers a request like {@link #inLane}, but offers it to a taker first, which may process it
   * even if another server owns the slot.
   */
  <Q extends PartitionRequest<R>, R extends Result> Routes inLaneUnlessTaken(
      Opcode<R> opcode, PartitionOperation<Q, R> operation, BiPredicate<Q, Exchange<R>> taker) {
    this.<Q, R>inLane(opcode, operation);
    return unlessTaken(opcode, taker);
  }

  /** Registers a request like {@link #atHolder}, but offers it to a taker first. */
  <Q extends PartitionRequest<R>, R extends Result> Routes atHolderUnlessTaken(
      Opcode<R> opcode, Route<Q, R> route, BiPredicate<Q, Exchange<R>> taker) {
    this.<Q, R>atHolder(opcode, route);
    return unlessTaken(opcode, taker);
  }

  private <Q extends PartitionRequest<R>, R extends Result> Routes unlessTaken(
      Opcode<R> opcode, BiPredicate<Q, Exchange<R>> taker) {
    @SuppressWarnings("unchecked") // registered with the opcode's own types
    Route<Q, R> usual = (Route<Q, R>) Objects.requireNonNull(routes[opcode.code()]);
    return this.<Q, R>here(
        opcode,
        (request, exchange) -> {
          if (!taker.test(request, exchange)) {
            usual.take(request, exchange);
          }
        });
  }

  /**
   * Redirects the caller to the slot's owner, or lets it retry if this server is about to be the
   * owner.
   */
  private <R extends Result> void sendOn(SlotState state, Exchange<R> exchange) {
    if (state == SlotState.EXPECTED) {
      exchange.answer(new Answer.Retry<>(EXPECTED_MILLIS));
    } else {
      counters.redirects().increment();
      exchange.answer(new Answer.Moved<>(view.get()));
    }
  }

  @SuppressWarnings("unchecked") // registered with the opcode's own types
  <R extends Result> void dispatch(Request<R> request, Exchange<R> exchange) {
    int code = request.opcode().code();
    Route<Request<R>, R> route = (Route<Request<R>, R>) routes[code];
    Counter counter = requests[code];
    if (route == null || counter == null) {
      exchange.answer(
          new Answer.Failed<>(ErrorCode.ENOSYS, "this server does not know " + request.opcode()));
      return;
    }
    counter.increment();
    route.take(request, exchange);
  }

  /**
   * Processes pipelined creates. Those that cannot be decided together take the route of single
   * creates.
   */
  @SuppressWarnings("unchecked") // registered with the opcode's own types
  void dispatch(PipelinedCreates creates, CreatesExchange exchange, PipelinedCreation creation) {
    int code = CreateRequest.OPCODE.code();
    Route<CreateRequest, EntryResult> route =
        (Route<CreateRequest, EntryResult>) Objects.requireNonNull(routes[code]);
    Objects.requireNonNull(requests[code]).increment(creates.size());
    creation.take(creates, exchange, route::take);
  }
}
