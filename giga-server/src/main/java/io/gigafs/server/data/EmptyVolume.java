package io.gigafs.server.data;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.rpc.RpcClient;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/**
 * Determines whether any server knows of an object on a volume. Thread-safe.
 *
 * <p>All servers are scanned twice, while no slot is moving. References that move between servers
 * by other means may be missed by one scan. Both scans miss them only if they moved twice in step
 * with them; then the bytes are still where they were, and the volume's mark still has its number.
 */
public final class EmptyVolume {
  private static final int LOOKS = 2;

  private final RpcClient rpc;

  /** A volume cannot be removed now; the message says why and what to do. */
  static final class BusyVolumeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BusyVolumeException(String message) {
      super(message);
    }
  }

  public EmptyVolume(RpcClient rpc) {
    this.rpc = rpc;
  }

  /** Fails unless the volume is drained and empty. For threads that may wait. */
  void check(ClusterView view, int volume, long deadlineNanos) {
    if (!view.volume(volume).orElseThrow().state().isDraining()) {
      throw new BusyVolumeException(
          "volume "
              + volume
              + " takes files: drain it first, with: giga volume drain --wait "
              + volume);
    }
    String use = use(view, volume, deadlineNanos);
    if (!use.isEmpty()) {
      throw new BusyVolumeException(
          "volume "
              + volume
              + " holds "
              + use
              + ": wait for it, with: giga volume drain --wait "
              + volume);
    }
  }

  /**
   * Describes an object that some server knows of on a volume; empty if there is none. The volume
   * need not be in the view. For threads that may wait.
   *
   * @throws BusyVolumeException if that cannot be determined now
   */
  String use(ClusterView view, int volume, long deadlineNanos) {
    if (!view.moves().isEmpty()) {
      throw new BusyVolumeException(
          "slots are moving between servers, with references to volume "
              + volume
              + ": wait for it, with: giga admin rebalance --wait");
    }
    for (int look = 0; look < LOOKS; look++) {
      for (ServerInfo server : view.servers()) {
        String use = use(server, volume, deadlineNanos);
        if (!use.isEmpty()) {
          return use;
        }
      }
    }
    return "";
  }

  private String use(ServerInfo server, int volume, long deadlineNanos) {
    byte[] cursor = {};
    do {
      ObjectsResult page =
          ask(server, new ObjectsRequest(Caller.ROOT, volume, cursor), deadlineNanos);
      if (!page.objects().isEmpty()) {
        return use(server, page.objects().get(0));
      }
      cursor = page.cursor();
    } while (cursor.length > 0);
    return "";
  }

  private static String use(ServerInfo server, KnownObject object) {
    String use =
        switch (object.use()) {
          case FILE, MOVING -> "a file's bytes";
          case PLACED -> "a file that is being written";
          case RECLAIM -> "bytes that are still to be deleted";
        };
    return use + ", " + object.path() + " (" + server.id() + " knows)";
  }

  private ObjectsResult ask(ServerInfo server, ObjectsRequest request, long deadlineNanos) {
    String why;
    try {
      Answer<ObjectsResult> answer = rpc.call(server.endpoint(), request, deadlineNanos).join();
      if (answer instanceof Answer.Done<ObjectsResult> done) {
        return done.result();
      }
      why =
          answer instanceof Answer.Failed<ObjectsResult> failed
              ? failed.detail()
              : answer.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    } catch (CompletionException | CancellationException e) {
      why = String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
    }
    throw new BusyVolumeException(
        "whether volume "
            + request.volume()
            + " is in use cannot be determined, as server "
            + server.id()
            + " does not answer: "
            + why);
  }
}
