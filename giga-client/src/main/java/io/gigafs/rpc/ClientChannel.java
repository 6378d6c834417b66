package io.gigafs.rpc;

import java.util.concurrent.CompletableFuture;

/**
 * A way from a client to one server: {@link ClientConnection}, which all threads share, or {@link
 * DirectChannel}, whose connections (TCP, or a domain socket on one machine) each serve one waiting
 * thread at a time. Thread-safe.
 *
 * <p>The completion rule of all channels:
 *
 * <ol>
 *   <li>A call is accepted when {@link #submit} returns true. Its channel then completes it once,
 *       with the server's answer or by a method of {@link RpcCall}: ETIMEDOUT at its deadline (late
 *       by the interval of the channel's check), EINVAL if its request cannot be sent, EIO if the
 *       connection is lost or the channel is closed. A call that was not accepted is untouched; one
 *       that is submitted while the client closes is failed by the submitter.
 *   <li>It is completed on the thread that reads the connection: the event loop of a shared one,
 *       the waiting caller of a direct one. A deferred call that was piggybacked on a direct one
 *       may also be completed by the thread that polls for its answer or closes the connection. No
 *       lock is held. Continuations may make calls; those of a piggybacked call must not wait for
 *       them, because its connection may be in use.
 *   <li>If a connection is lost, or {@link #close} is called, all calls in flight fail with EIO. A
 *       server may have done those that were sent; the message of a lost connection says so.
 * </ol>
 */
interface ClientChannel {
  /**
   * Any thread: makes a call. The calling thread may be blocked until it is completed.
   *
   * @return false if this channel cannot make the call now; nothing of it was done
   */
  boolean submit(RpcCall<?> call);

  /**
   * Any thread: closes the channel for good and fails all calls in flight, those of a direct
   * channel soon after, on their own threads. The future completes when its threads have ended.
   */
  CompletableFuture<Void> close();
}
