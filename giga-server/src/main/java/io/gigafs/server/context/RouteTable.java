package io.gigafs.server.context;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.SlotState;
import io.micrometer.core.instrument.Counter;
import java.util.Objects;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Maps each operation to its only handler. The packages that process requests register theirs at
 * the start ({@code NamespaceRoutes}, {@code FileRoutes}, ...). Thread-safe afterwards.
 */
public final class RouteTable {
  /** The previous owner of the slot answers within milliseconds. */
  private static final int EXPECTED_MILLIS = 5;

  private final CurrentView view;
  private final Lanes lanes;
  private final ServerCounters counters;
  private final @Nullable Route<?, ?>[] routes = new Route<?, ?>[Opcode.MAX_CODES];
  private final @Nullable Counter[] requests = new Counter[Opcode.MAX_CODES];

  public RouteTable(ServerContext context) {
    this.view = context.view();
    this.lanes = context.lanes();
    this.counters = context.counters();
  }

  /** Processes requests of one kind on the connection's thread. */
  @FunctionalInterface
  public interface Route<Q extends Request<R>, R extends Result> {
    void take(Q request, Exchange<R> exchange);
  }

  /**
   * Registers a request that any server answers.
   *
   * @throws IllegalStateException if the operation has a handler already, as for all registrations
   */
  public <Q extends Request<R>, R extends Result> RouteTable here(
      Opcode<R> opcode, Route<Q, R> route) {
    if (hasRoute(opcode)) {
      throw new IllegalStateException(opcode + " has two handlers");
    }
    routes[opcode.code()] = route;
    requests[opcode.code()] = counters.requests(opcode.toString());
    return this;
  }

  /** Registers a request to a partition that the owner of its slot processes. */
  public <Q extends PartitionRequest<R>, R extends Result> RouteTable atOwner(
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
  public <Q extends PartitionRequest<R>, R extends Result> RouteTable inLane(
      Opcode<R> opcode, PartitionOperation<Q, R> operation) {
    return this.<Q, R>atOwner(
        opcode,
        (request, exchange) ->
            lanes.submit(
                view.slotOf(request.directory(), request.partition()),
                operation,
                request,
                exchange));
  }

  /**
   * Offers requests of a registered operation to a taker first, which may process them even if
   * another server owns the slot.
   */
  public <Q extends Request<R>, R extends Result> RouteTable offerFirst(
      Opcode<R> opcode, BiPredicate<Q, Exchange<R>> taker) {
    if (!hasRoute(opcode)) {
      throw new IllegalStateException(opcode + " has no handler yet");
    }
    @SuppressWarnings("unchecked") // registered with the opcode's own types
    Route<Q, R> usual = (Route<Q, R>) Objects.requireNonNull(routes[opcode.code()]);
    Route<Q, R> route =
        (request, exchange) -> {
          if (!taker.test(request, exchange)) {
            usual.take(request, exchange);
          }
        };
    routes[opcode.code()] = route;
    return this;
  }

  /** Whether the operation has a handler. */
  public boolean hasRoute(Opcode<?> opcode) {
    return routes[opcode.code()] != null;
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
  public <R extends Result> void dispatch(Request<R> request, Exchange<R> exchange) {
    int code = request.opcode().code();
    Route<Request<R>, R> route = (Route<Request<R>, R>) routes[code];
    Counter counter = requests[code];
    if (route == null || counter == null) {
      exchange.answer(
          new Answer.Failed<>(ErrorCode.ENOSYS, "this server does not know " + request.opcode()));
      return;
    }
    counter.increment(request instanceof CreateRequest creates ? creates.numbers().length : 1);
    route.take(request, exchange);
  }
}
