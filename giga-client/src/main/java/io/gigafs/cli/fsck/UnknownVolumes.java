package io.gigafs.cli.fsck;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.KnownObject;
import io.gigafs.protocol.ObjectsRequest;
import io.gigafs.protocol.ObjectsResult;
import io.gigafs.protocol.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The check for files whose bytes are on volumes that the cluster's view does not have: what two
 * looks agree on, a grace period apart. Needs servers alone, no volume. For one thread.
 */
final class UnknownVolumes {
  private final GigaClient client;
  private final Report report;
  private Set<VolumeFinding> findings = Set.of();

  UnknownVolumes(GigaClient client, Report report) {
    this.client = client;
    this.report = report;
  }

  /** Looks for the first time; returns whether anything looks wrong. */
  boolean look() throws GigaException {
    findings = found(true);
    return !findings.isEmpty();
  }

  /** Looks again, after a while: what is not exactly as it was goes. */
  void lookAgain() throws GigaException {
    findings.retainAll(found(false));
  }

  /** What is wrong, as it is left. */
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
      ObjectsResult result = client.objects(server, ObjectsRequest.UNKNOWN, cursor);
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
