package io.gigafs.rpc;

import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.namespace.RenameRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.netty.channel.EventLoop;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls to one server whose answers no caller waits for: each connection to the server sends
 * them before its next call. A timer sends those that were not piggybacked in time. Thread-safe.
 *
 * <p>A deferred call does not wake the event loop, which would cost more than the call.
 */
final class DeferredCalls {
  private static final Logger log = LoggerFactory.getLogger(DeferredCalls.class);
  private static final int QUEUE_CHUNK = 1024;

  /** The minimum time that a call waits for another one; the maximum is about twice as long. */
  private static final int DEFERRED_MILLIS = 1;

  /** The operations that remove names. */
  private static final Set<Opcode<?>> NAME_REMOVALS =
      Set.of(UnlinkRequest.OPCODE, RenameRequest.OPCODE);

  private final MpmcUnboundedXaddArrayQueue<RpcCall<?>> calls =
      new MpmcUnboundedXaddArrayQueue<>(QUEUE_CHUNK);

  private final EventLoop loop;
  private final Runnable send;

  /** Whether the timer runs. */
  private final AtomicBoolean isScheduled = new AtomicBoolean();

  private final Runnable tick = this::tick;

  /** The producer index at the last tick. Set before the next tick is scheduled. */
  private long before;

  /**
   * An empty queue.
   *
   * @param send sends the calls, on the event loop
   */
  DeferredCalls(EventLoop loop, Runnable send) {
    this.loop = loop;
    this.send = send;
  }

  void add(RpcCall<?> call) {
    calls.offer(call);
    if (!isScheduled.get() && isScheduled.compareAndSet(false, true)) {
      schedule();
    }
  }

  private void schedule() {
    before = calls.currentProducerIndex();
    try {
      loop.schedule(tick, DEFERRED_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The event loops are closed. The submitter fails its call.
      log.trace("deferred after close", e);
    }
  }

  /** Calls deferred since the last tick may still be piggybacked, so they wait for the next one. */
  private void tick() {
    if (calls.currentConsumerIndex() >= before && !calls.isEmpty()) {
      schedule();
      return;
    }
    isScheduled.set(false);
    send.run();
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Whether there are calls that the timer will not send. */
  boolean areToBeSent() {
    return !calls.isEmpty() && !isScheduled.get();
  }

  /** The calls, for connections to take. */
  Queue<RpcCall<?>> queue() {
    return calls;
  }

  /**
   * Whether a call must not overtake pending closes of the file that it is about: removing the name
   * of an open file costs much more than a delay.
   */
  boolean mustPrecede(RpcCall<?> call) {
    return !calls.isEmpty() && NAME_REMOVALS.contains(call.request().opcode());
  }
}
