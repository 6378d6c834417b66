package io.gigafs.cli.fsck;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One scan of a volume and of all servers' knowledge of it. Its findings are suspects: an object
 * that moved between servers meanwhile may have been seen on neither.
 *
 * <p>The volume is listed before the servers are queried, since a server knows each object before
 * it exists. If something cannot be listed or queried, only the search for orphans ends: all other
 * findings depend on one object and the server that knows it.
 */
final class VolumeLook {
  /** The maximum number of findings; beyond it a second check is needed. */
  static final int MAX_FINDINGS = 100_000;

  /** Further messages about unchecked parts are dropped. */
  private static final int MAX_UNCHECKED = 100;

  private final GigaClient client;
  private final Volume volume;
  private final VolumeInfo info;
  private final ExecutorService askers;
  private final ExecutorService workers;
  private final VolumeProgress progress;
  private final ObjectData data;
  private final Set<VolumeFinding> findings = new LinkedHashSet<>();
  private final List<String> unchecked = new ArrayList<>();

  /**
   * @param askers wait for servers, one thread each
   * @param workers wait for the volume, and for nothing else
   */
  VolumeLook(
      GigaClient client,
      Volume volume,
      VolumeInfo info,
      ExecutorService askers,
      ExecutorService workers,
      VolumeProgress progress,
      ObjectData data) {
    this.client = client;
    this.volume = volume;
    this.info = info;
    this.askers = askers;
    this.workers = workers;
    this.progress = progress;
    this.data = data;
  }

  /** Scans, and returns the suspects. */
  Set<VolumeFinding> look() throws GigaException {
    ClusterView before = client.clusterView();
    ListedObjects listed = isAdopted() ? null : list();
    boolean isWhole = ask(before.servers(), page -> examine(page, listed));
    if (listed != null && listed.hasUnknown() && isWhole && isSettled(before)) {
      findOrphans(listed);
    }
    return findings();
  }

  /** Which of some objects a server knows; null if not all servers answered. */
  @Nullable Set<String> known(Set<String> paths) throws GigaException {
    Set<String> known = ConcurrentHashMap.newKeySet();
    ClusterView before = client.clusterView();
    boolean isWhole =
        ask(
            before.servers(),
            page ->
                page.stream().map(KnownObject::path).filter(paths::contains).forEach(known::add));
    return isWhole && isSettled(before) ? known : null;
  }

  /** Other files in an adopted tree belong to its owner. */
  private boolean isAdopted() {
    return info.state().isAdopted();
  }

  private @Nullable ListedObjects list() {
    ListedObjects listed = new ListedObjects();
    try {
      volume.list(
          (path, status) -> {
            listed.add(path, status.size());
            progress.listed();
          });
      return listed;
    } catch (VolumeException e) {
      addUnchecked("orphans: " + ErrorText.of(e));
      return null;
    }
  }

  /** Receives the objects that a server knows, page by page. */
  @FunctionalInterface
  private interface PageTaker {
    void take(List<KnownObject> page);
  }

  /** Queries all servers in parallel; returns whether all answered completely. */
  private boolean ask(List<ServerInfo> servers, PageTaker taker) {
    List<Future<Boolean>> ends = new ArrayList<>();
    for (ServerInfo server : servers) {
      ends.add(askers.submit(() -> ask(server, taker)));
    }
    boolean isWhole = true;
    for (Future<Boolean> end : ends) {
      isWhole &= Waiting.on(end);
    }
    return isWhole;
  }

  private boolean ask(ServerInfo server, PageTaker taker) {
    try {
      byte[] cursor = {};
      do {
        ObjectsResult result = client.admin().objects(server, info.id(), cursor);
        taker.take(result.objects());
        progress.known(result.objects().size());
        cursor = result.cursor();
      } while (cursor.length > 0);
      return true;
    } catch (GigaException e) {
      addUnchecked("what server " + server.id() + " has there: " + ErrorText.of(e));
      return false;
    }
  }

  /** Most objects are as they were listed; the volume is queried about the others. */
  private void examine(List<KnownObject> page, @Nullable ListedObjects listed) {
    List<Future<?>> looked = new ArrayList<>();
    for (KnownObject object : page) {
      long size = listed == null ? -1 : listed.know(object.path());
      boolean isAsListed = size >= 0 && (!object.settled() || size == object.size());
      if (object.use() == KnownObject.Use.FILE && (!isAsListed || data.verifies(object))) {
        looked.add(workers.submit(() -> examine(object)));
      }
    }
    looked.forEach(Waiting::on);
  }

  private void examine(KnownObject object) {
    try {
      ObjectStatus status = volume.status(object.path());
      if (!object.settled()) {
        return;
      }
      if (status.size() != object.size()) {
        add(
            VolumeFinding.Kind.WRONG_SIZE,
            object,
            "it has " + status.size() + " bytes, the file " + object.size());
      } else if (data.verifies(object)) {
        verify(object);
      }
    } catch (VolumeException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        add(VolumeFinding.Kind.MISSING_OBJECT, object, "it is not on the volume");
      } else {
        addUnchecked(ErrorText.of(e));
      }
    }
  }

  private void verify(KnownObject object) throws VolumeException {
    String wrong = data.wrong(volume, object);
    if (wrong != null) {
      add(VolumeFinding.Kind.WRONG_CHECKSUM, object, wrong);
    }
  }

  /** Whether no slot moved: objects in transfer between servers may have been seen on none. */
  private boolean isSettled(ClusterView before) throws GigaException {
    ClusterView after = client.clusterView();
    if (before.moves().isEmpty() && before.epoch() == after.epoch()) {
      return true;
    }
    addUnchecked("orphans: slots are moving between servers; run again later");
    return false;
  }

  private void findOrphans(ListedObjects listed) {
    try {
      volume.list(
          (path, status) -> {
            if (listed.isUnknown(path)) {
              add(
                  new VolumeFinding(
                      VolumeFinding.Kind.ORPHANED_OBJECT,
                      info.id(),
                      path,
                      InodeId.SUPER_ROOT,
                      "",
                      "no server knows it; it has " + status.size() + " bytes"));
            }
          });
    } catch (VolumeException e) {
      addUnchecked("orphans: " + ErrorText.of(e));
      dropOrphans();
    }
  }

  private void add(VolumeFinding.Kind kind, KnownObject object, String facts) {
    add(
        new VolumeFinding(
            kind,
            info.id(),
            object.path(),
            object.directory(),
            new String(object.name(), StandardCharsets.UTF_8),
            facts));
  }

  private synchronized void add(VolumeFinding finding) {
    if (findings.size() < MAX_FINDINGS) {
      findings.add(finding);
    } else if (!findings.contains(finding)) {
      addUnchecked("there is more damage than one check reports; run again");
    }
  }

  private synchronized void dropOrphans() {
    findings.removeIf(finding -> finding.kind() == VolumeFinding.Kind.ORPHANED_OBJECT);
  }

  private synchronized void addUnchecked(String what) {
    String line = "volume " + info.id() + " (" + info.uri() + "): " + what;
    if (unchecked.size() < MAX_UNCHECKED && !unchecked.contains(line)) {
      unchecked.add(line);
    }
  }

  private synchronized Set<VolumeFinding> findings() {
    return new LinkedHashSet<>(findings);
  }

  /** What could not be checked, and why. */
  synchronized List<String> unchecked() {
    return List.copyOf(unchecked);
  }
}
