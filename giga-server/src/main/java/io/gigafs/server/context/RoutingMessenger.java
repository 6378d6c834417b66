package io.gigafs.server.context;

import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.rpc.RpcClient;
import io.gigafs.rpc.Timers;
import io.gigafs.server.membership.CurrentView;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Routes messages by the newest view: over the network to other servers, and directly to the
 * handler for this one.
 */
public final class RoutingMessenger implements Messenger {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long ATTEMPT_NANOS = 2_000_000_000L;
  private static final int FIRST_DELAY_MILLIS = 5;
  private static final int MAX_DELAY_MILLIS = 500;

  private final CurrentView view;
  private final RpcClient rpc;
  private final Supplier<RequestHandler> local;
  private final Clock clock;
  private final Timers timers;

  /** This server's requests to itself: no connection notices if their deadline passes. */
  private final Set<LocalExchange<?>> unanswered = ConcurrentHashMap.newKeySet();

  /**
   * A messenger of one server.
   *
   * @param local the handler of this server's own requests; read for each message, so that it may
   *     be created after the messenger
   */
  public RoutingMessenger(
      CurrentView view, RpcClient rpc, Supplier<RequestHandler> local, Clock clock, Timers timers) {
    this.view = view;
    this.rpc = rpc;
    this.local = local;
    this.clock = clock;
    this.timers = timers;
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> ask(
      PartitionRequest<R> request, long deadlineNanos) {
    return askSlot(view.slotOf(request.directory(), request.partition()), request, deadlineNanos);
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> askSlot(
      int slot, Request<R> request, long deadlineNanos) {
    return send(() -> Optional.of(view.get().ownerOf(slot)), request, deadlineNanos);
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> askServer(
      ServerId server, Request<R> request, long deadlineNanos) {
    return send(() -> view.get().find(server), request, deadlineNanos);
  }

  /**
   * Ends the wait for answers of this server to itself whose deadline has passed. Called about once
   * a second.
   */
  public void sweep() {
    long now = clock.nanos();
    for (LocalExchange<?> exchange : unanswered) {
      if (now - exchange.deadlineNanos() > 0) {
        exchange.expire();
      }
    }
  }

  private <R extends Result> CompletableFuture<Answer<R>> send(
      Supplier<Optional<ServerInfo>> receiver, Request<R> request, long deadlineNanos) {
    Message<R> message = new Message<>(receiver, request, deadlineNanos);
    message.send();
    return message.answer;
  }

  private final class Message<R extends Result> {
    private final Supplier<Optional<ServerInfo>> receiver;
    private final Request<R> request;
    private final long deadlineNanos;
    private final CompletableFuture<Answer<R>> answer = new CompletableFuture<>();
    private int delayMillis = FIRST_DELAY_MILLIS;

    Message(Supplier<Optional<ServerInfo>> receiver, Request<R> request, long deadlineNanos) {
      this.receiver = receiver;
      this.request = request;
      this.deadlineNanos = deadlineNanos;
    }

    void send() {
      ServerInfo owner = receiver.get().orElse(null);
      if (owner == null) {
        answer.complete(new Answer.Failed<>(ErrorCode.ESTALE, "the server has left the cluster"));
        return;
      }
      if (owner.id().equals(view.self())) {
        sendToSelf(owner);
        return;
      }
      long now = clock.nanos();
      long attemptDeadline =
          deadlineNanos - now < ATTEMPT_NANOS ? deadlineNanos : now + ATTEMPT_NANOS;
      rpc.call(owner.endpoint(), request, attemptDeadline)
          .whenComplete(
              (given, failure) -> {
                if (failure != null) {
                  again(delayMillis, owner, String.valueOf(failure.getMessage()));
                } else {
                  receive(given, owner);
                }
              });
    }

    private void sendToSelf(ServerInfo self) {
      LocalExchange<R> exchange = new LocalExchange<>(deadlineNanos);
      local.get().handle(request, exchange);
      CompletableFuture<Answer<R>> answered = exchange.answered();
      if (!answered.isDone()) {
        unanswered.add(exchange);
        answered.thenRun(() -> unanswered.remove(exchange));
      }
      answered.thenAccept(given -> receive(given, self));
    }

    private void receive(Answer<R> given, ServerInfo from) {
      if (given instanceof Answer.Moved<R> moved) {
        view.adopt(moved.view());
        again(delayMillis, from, "");
      } else if (given instanceof Answer.Retry<R> retry) {
        again(Math.max(1, retry.delayMillis()), from, retry.reason());
      } else {
        answer.complete(given);
      }
    }

    private void again(int delay, ServerInfo asked, String reason) {
      if (clock.nanos() + delay * NANOS_PER_MILLI - deadlineNanos > 0) {
        String why = reason.isEmpty() ? "it cannot process the request yet" : reason;
        answer.complete(
            new Answer.Failed<>(
                ErrorCode.ETIMEDOUT,
                "server "
                    + asked.id()
                    + " ("
                    + asked.endpoint()
                    + ") did not answer "
                    + request.opcode()
                    + ": "
                    + why));
        return;
      }
      delayMillis = Math.min(2 * delayMillis, MAX_DELAY_MILLIS);
      timers.after(delay, this::send);
    }
  }
}
