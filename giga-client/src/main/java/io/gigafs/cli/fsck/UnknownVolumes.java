package io.gigafs.cli.fsck;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.fsck.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The check for files whose bytes are on volumes that are missing in the cluster's view. A finding
 * must occur in two scans, a grace period apart. It needs servers only, no volume. For one thread.
 */
final class UnknownVolumes {
  private final GigaClient client;
  private final Report report;
  private Set<VolumeFinding> findings = Set.of();

  UnknownVolumes(GigaClient client, Report report) {
    this.client = client;
    this.report = report;
  }

  /** Scans for the first time; returns whether there are suspects. */
  boolean look() throws GigaException {
    findings = found(true);
    return !findings.isEmpty();
  }

  /** Scans again, after a while: suspects that have changed are dropped. */
  void lookAgain() throws GigaException {
    findings.retainAll(found(false));
  }

  /** The findings, which are left unchanged. */
  Map<VolumeFinding, Verdict> verdicts(boolean repair) {
    Verdict verdict =
        repair
            ? new Verdict(
                Verdict.State.UNREPAIRED, VolumeCheck.advice(VolumeFinding.Kind.UNKNOWN_VOLUME))
            : new Verdict(Verdict.State.STANDS, "");
    Map<VolumeFinding, Verdict> verdicts = new LinkedHashMap<>();
    findings.forEach(finding -> verdicts.put(finding, verdict));
    return verdicts;
  }

  private Set<VolumeFinding> found(boolean isFirst) throws GigaException {
    Set<VolumeFinding> found = new LinkedHashSet<>();
    for (ServerInfo server : client.clusterView().servers()) {
      try {
        ask(server, found);
      } catch (GigaException e) {
        if (isFirst) {
          report.unchecked(
              "what server " + server.id() + " has on unknown volumes: " + ErrorText.of(e));
        }
      }
    }
    return found;
  }

  private void ask(ServerInfo server, Set<VolumeFinding> found) throws GigaException {
    byte[] cursor = {};
    do {
      ObjectsResult result = client.admin().objects(server, ObjectsRequest.UNKNOWN, cursor);
      result.objects().stream()
          .filter(object -> object.use() == KnownObject.Use.FILE)
          .map(object -> finding(server, object))
          .limit(Math.max(0, VolumeLook.MAX_FINDINGS - found.size()))
          .forEach(found::add);
      cursor = result.cursor();
    } while (cursor.length > 0);
  }

  private static VolumeFinding finding(ServerInfo server, KnownObject object) {
    int volume = object.location().volume();
    return new VolumeFinding(
        VolumeFinding.Kind.UNKNOWN_VOLUME,
        volume,
        object.path(),
        object.directory(),
        new String(object.name(), StandardCharsets.UTF_8),
        "the cluster's view has no volume " + volume + " (" + server.id() + " knows the file)");
  }
}
