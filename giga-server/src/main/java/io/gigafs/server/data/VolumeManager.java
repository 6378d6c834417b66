package io.gigafs.server.data;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Membership;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.server.membership.OperatorChanges;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Request handler in front of a server that executes operators' changes of the cluster's volumes.
 * Thread-safe.
 */
public final class VolumeManager implements RequestHandler {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeManager.class);

  private final RequestHandler server;
  private final Membership membership;
  private final OpenVolumes volumes;
  private final EmptyVolume empty;
  private final VolumeAdditions additions;
  private final OperatorChanges changes;

  /**
   * A manager.
   *
   * @param blocking runs what waits for the cluster's records, storage, and other servers
   */
  public VolumeManager(
      RequestHandler server,
      Membership membership,
      OpenVolumes volumes,
      EmptyVolume empty,
      Clock clock,
      Executor blocking) {
    this.server = server;
    this.membership = membership;
    this.volumes = volumes;
    this.empty = empty;
    this.additions = new VolumeAdditions(membership, volumes, empty);
    this.changes = new OperatorChanges(clock, blocking);
  }

  @Override
  @SuppressWarnings("unchecked") // a request's type ties it to its result
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    if (request instanceof VolumeChangeRequest change) {
      changes.make(
          change.caller(),
          "the volumes",
          (Exchange<ClusterViewResult>) exchange,
          timeout -> make(change, timeout, exchange.deadlineNanos()));
    } else {
      server.handle(request, exchange);
    }
  }

  @Override
  public void handle(Notice notice, Peer from) {
    server.handle(notice, from);
  }

  @Override
  public void disconnected(Peer peer) {
    server.disconnected(peer);
  }

  private Answer<ClusterViewResult> make(
      VolumeChangeRequest request, Duration timeout, long deadlineNanos) {
    int id = request.volume();
    try {
      ClusterView changed =
          switch (request.kind()) {
            case ADD -> add(request, VolumeInfo.State.ACTIVE, timeout, deadlineNanos);
            case ADOPT -> add(request, VolumeInfo.State.ADOPTED, timeout, deadlineNanos);
            case RESTORE -> additions.restore(request.uri(), VolumeInfo.State.ACTIVE, timeout);
            case RESTORE_ADOPTED ->
                additions.restore(request.uri(), VolumeInfo.State.ADOPTED, timeout);
            case DRAIN -> membership.update(view -> VolumeChanges.drain(view, id), timeout);
            case UNDRAIN -> membership.update(view -> VolumeChanges.undrain(view, id), timeout);
            case SET ->
                membership.update(view -> VolumeChanges.set(view, id, request.settings()), timeout);
            case REMOVE -> remove(id, timeout, deadlineNanos);
          };
      return new Answer.Done<>(new ClusterViewResult(changed));
    } catch (VolumeException e) {
      return new Answer.Failed<>(codeOf(e.kind()), String.valueOf(e.getMessage()));
    } catch (EmptyVolume.BusyVolumeException e) {
      return new Answer.Failed<>(ErrorCode.EBUSY, String.valueOf(e.getMessage()));
    } catch (MembershipException | IllegalArgumentException e) {
      return new Answer.Failed<>(ErrorCode.EINVAL, String.valueOf(e.getMessage()));
    }
  }

  private ClusterView add(
      VolumeChangeRequest request, VolumeInfo.State state, Duration timeout, long deadlineNanos)
      throws VolumeException {
    return additions.add(request.uri(), state, request.settings(), timeout, deadlineNanos);
  }

  private static ErrorCode codeOf(VolumeException.Kind kind) {
    return switch (kind) {
      case NOT_FOUND, GONE -> ErrorCode.ENOENT;
      case EXISTS -> ErrorCode.EEXIST;
      case NO_SPACE, TOO_LARGE, READ_ONLY, DENIED, IO -> ErrorCode.of(kind);
    };
  }

  /** Reads the newest view: this server's may be older than a change that was made at another. */
  private ClusterView newestView(Duration timeout) {
    return membership.update(view -> view, timeout);
  }

  private ClusterView remove(int id, Duration timeout, long deadlineNanos) {
    ClusterView view = newestView(timeout);
    Optional<VolumeInfo> volume = view.volume(id);
    if (volume.isEmpty()) {
      return view;
    }
    empty.check(view, id, deadlineNanos);
    ClusterView removed =
        membership.update(
            now -> {
              if (now.volume(id).isPresent() && !now.volume(id).get().state().isDraining()) {
                throw new EmptyVolume.BusyVolumeException("volume " + id + " takes files again");
              }
              return VolumeChanges.remove(now, id);
            },
            timeout);
    try {
      URI uri = volume.get().uri();
      volumes.release(uri, new VolumeMark(view.clusterId(), id));
    } catch (VolumeException e) {
      LOG.warn("volume {} is removed; its mark is still on it: {}", id, e.getMessage());
    }
    return removed;
  }
}
