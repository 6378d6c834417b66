package io.gigafs.client.request;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.cluster.ClusterViewRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Requests a newer view of the cluster from another server when a server fails to answer. Safe for
 * use by several threads.
 *
 * <p>At most one request is in flight, and at most ten are sent per second, however many operations
 * fail. Failed operations do not wait for it: their next attempt uses the view known then.
 */
public final class ViewRefresh {
  private static final long ATTEMPT_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final RpcClient rpc;
  private final Clock clock;
  private final List<Endpoint> contacts;
  private final Views views;

  /** Guarded by this. */
  private boolean asking;

  /** Guarded by this. */
  private int turn;

  /** Guarded by this. */
  private long nextNanos;

  public ViewRefresh(RpcClient rpc, Clock clock, List<Endpoint> contacts, Views views) {
    this.rpc = rpc;
    this.clock = clock;
    this.contacts = contacts;
    this.views = views;
    this.nextNanos = clock.nanos();
  }

  /** Reports that a server did not answer. */
  public void suspect(Endpoint server) {
    long now = clock.nanos();
    Endpoint other;
    synchronized (this) {
      List<Endpoint> others = candidates();
      others.remove(server);
      if (asking || now - nextNanos < 0 || others.isEmpty()) {
        return;
      }
      asking = true;
      nextNanos = now + INTERVAL_NANOS;
      other = others.get(Math.floorMod(turn++, others.size()));
    }
    ask(other, now)
        .whenComplete(
            (done, failure) -> {
              synchronized (this) {
                asking = false;
              }
            });
  }

  /** Sends one request. The future does not fail, but the view may be unchanged. */
  public CompletableFuture<Void> ask() {
    Endpoint next;
    synchronized (this) {
      List<Endpoint> all = candidates();
      next = all.get(Math.floorMod(turn++, all.size()));
    }
    return ask(next, clock.nanos());
  }

  private CompletableFuture<Void> ask(Endpoint server, long now) {
    return rpc.call(server, new ClusterViewRequest(), now + ATTEMPT_NANOS)
        .handle(
            (answer, failure) -> {
              if (answer instanceof Answer.Done<ClusterViewResult> done) {
                views.adopt(done.result().view());
              } else if (answer instanceof Answer.Moved<ClusterViewResult> moved) {
                views.adopt(moved.view());
              }
              return null;
            });
  }

  /**
   * All endpoints that may know the view: the servers, then the contacts that are not among them.
   */
  public List<Endpoint> candidates() {
    Set<Endpoint> endpoints = new LinkedHashSet<>();
    for (ServerInfo server : views.current().servers()) {
      endpoints.add(server.endpoint());
    }
    endpoints.addAll(contacts);
    return new ArrayList<>(endpoints);
  }
}
