package io.gigafs.cli.fsck;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.VolumeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The check of all volumes that this machine can access, one after the other. For one thread. */
final class VolumesCheck implements AutoCloseable {
  /** Network file systems answer this many concurrent requests in the time of one. */
  private static final int WORKERS = 16;

  private final GigaClient client;
  private final OpenVolumes volumes;
  private final Report report;
  private final boolean data;
  private final VolumeProgress progress = new VolumeProgress();
  private final ExecutorService askers = threads(Integer.MAX_VALUE);
  private final ExecutorService workers = threads(WORKERS);
  private final List<VolumeCheck> checks = new ArrayList<>();
  private volatile int current;

  /**
   * @param data whether checksums are verified
   */
  VolumesCheck(GigaClient client, OpenVolumes volumes, Report report, boolean data) {
    this.client = client;
    this.volumes = volumes;
    this.report = report;
    this.data = data;
  }

  private static ExecutorService threads(int most) {
    java.util.concurrent.ThreadFactory daemons =
        work -> {
          Thread thread = new Thread(work, "giga-fsck-volume");
          thread.setDaemon(true);
          return thread;
        };
    return most == Integer.MAX_VALUE
        ? Executors.newCachedThreadPool(daemons)
        : Executors.newFixedThreadPool(most, daemons);
  }

  /** The progress, as text. */
  String progress() {
    return progress.text(current);
  }

  /** Scans all volumes; returns whether any must be scanned again. */
  boolean look() throws GigaException {
    ClusterView view = client.clusterView();
    boolean isSuspicious = false;
    for (VolumeInfo info : view.volumes()) {
      current = info.id();
      try {
        VolumeCheck check =
            new VolumeCheck(client, volumes.of(view, info.id()), info, askers, workers, progress);
        checks.add(check);
        isSuspicious |= check.look(data);
      } catch (VolumeException e) {
        report.unchecked(ErrorText.of(e));
      }
    }
    report.lookedAtVolumes(checks.size(), progress.known());
    return isSuspicious;
  }

  /** Scans again, after a while, and returns what both scans agree on. */
  List<Map<VolumeFinding, Verdict>> lookAgain(boolean repair) throws GigaException {
    List<Map<VolumeFinding, Verdict>> verdicts = new ArrayList<>();
    for (VolumeCheck check : checks) {
      check.lookAgain();
      verdicts.add(repair ? check.repair() : check.verdicts());
    }
    return verdicts;
  }

  /** Reports what could not be checked, and what was verified. */
  void reportSummary() {
    long verified = 0;
    for (VolumeCheck check : checks) {
      check.unchecked().forEach(report::unchecked);
      verified += check.verified();
    }
    report.verified(verified);
  }

  @Override
  public void close() {
    askers.shutdownNow();
    workers.shutdownNow();
  }
}
