package io.gigafs.client.connect;

import io.gigafs.client.ClientSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.cluster.ClusterViewRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RpcClient;
import io.gigafs.rpc.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Requests the cluster view from the contacts in turn, each once. A contact that is not ready yet
 * is retried until its share of the time is over. Used by one thread at a time.
 */
final class Connect {
  private final RpcClient rpc;
  private final Clock clock;
  private final Timers timers;
  private final List<Endpoint> contacts;
  private final long deadlineNanos;
  private final List<String> reasons = new ArrayList<>();
  private final CompletableFuture<ClusterView> view = new CompletableFuture<>();
  private long shareEndNanos;

  Connect(RpcClient rpc, Clock clock, Timers timers, ClientSettings settings) {
    this.rpc = rpc;
    this.clock = clock;
    this.timers = timers;
    this.contacts = settings.contacts();
    this.deadlineNanos = clock.nanos() + settings.timeout().toNanos();
  }

  /** The view, or a failure that names each contact and its error. */
  CompletableFuture<ClusterView> begin() {
    next();
    return view;
  }

  private void next() {
    int left = contacts.size() - reasons.size();
    if (left == 0) {
      view.completeExceptionally(
          ErrorCode.EIO.exception(
              "no server of the cluster answers: " + String.join("; ", reasons)));
      return;
    }
    long now = clock.nanos();
    shareEndNanos = now + Math.max((deadlineNanos - now) / left, 0);
    ask();
  }

  private void ask() {
    rpc.call(contact(), new ClusterViewRequest(), shareEndNanos).whenComplete(this::answered);
  }

  private void answered(@Nullable Answer<ClusterViewResult> answer, @Nullable Throwable failure) {
    if (answer instanceof Answer.Done<ClusterViewResult> done) {
      view.complete(done.result().view());
    } else if (answer instanceof Answer.Moved<ClusterViewResult> moved) {
      view.complete(moved.view());
    } else if (answer instanceof Answer.Failed<ClusterViewResult> refused) {
      skip(refused.detail().isEmpty() ? refused.code().message() : refused.detail());
    } else if (failure != null) {
      skip(String.valueOf(Futures.cause(failure).getMessage()));
    } else {
      long delayMillis =
          answer instanceof Answer.Retry<ClusterViewResult> retry
              ? Math.max(retry.delayMillis(), 1)
              : 1;
      long end = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
      if (shareEndNanos - end > 0) {
        timers.after(delayMillis, this::ask);
      } else {
        skip("not ready to serve");
      }
    }
  }

  private void skip(String reason) {
    String contact = contact().toString();
    reasons.add(reason.contains(contact) ? reason : contact + ": " + reason);
    next();
  }

  private Endpoint contact() {
    return contacts.get(reasons.size());
  }
}
