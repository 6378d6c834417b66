package io.gigafs.cli.fsck;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;

/**
 * The check of one volume. A finding must occur in two scans, a grace period apart. For one thread.
 *
 * <p>Orphans are moved aside, never deleted, and a third scan decides: if a server knows one after
 * all, or not all servers answer, it is moved back.
 */
final class VolumeCheck {
  /** The directory for orphans, beside all objects. */
  private static final String ASIDE = Volume.HIDDEN + "aside/";

  private final GigaClient client;
  private final Volume volume;
  private final VolumeInfo info;
  private final ExecutorService askers;
  private final ExecutorService workers;
  private final VolumeProgress progress;
  private final List<String> unchecked = new ArrayList<>();
  private Set<VolumeFinding> findings = Set.of();
  private long verified;

  VolumeCheck(
      GigaClient client,
      Volume volume,
      VolumeInfo info,
      ExecutorService askers,
      ExecutorService workers,
      VolumeProgress progress) {
    this.client = client;
    this.volume = volume;
    this.info = info;
    this.askers = askers;
    this.workers = workers;
    this.progress = progress;
  }

  /**
   * Scans for the first time.
   *
   * @param data whether checksums are verified
   * @return whether there are suspects
   */
  boolean look(boolean data) throws GigaException {
    ObjectData read = new ObjectData(path -> data, progress);
    findings = look(read);
    verified = read.verified();
    return !findings.isEmpty();
  }

  /** Scans again, after a while: suspects that have changed are dropped. */
  void lookAgain() throws GigaException {
    Set<String> damaged =
        findings.stream()
            .filter(finding -> finding.kind() == VolumeFinding.Kind.WRONG_CHECKSUM)
            .map(VolumeFinding::path)
            .collect(Collectors.toSet());
    Set<VolumeFinding> now = look(new ObjectData(damaged::contains, progress));
    findings.retainAll(now);
  }

  private Set<VolumeFinding> look(ObjectData data) throws GigaException {
    VolumeLook look = newLook(data);
    Set<VolumeFinding> found = look.look();
    addUnchecked(look);
    return found;
  }

  private VolumeLook newLook(ObjectData data) {
    return new VolumeLook(client, volume, info, askers, workers, progress, data);
  }

  private void addUnchecked(VolumeLook look) {
    for (String line : look.unchecked()) {
      if (!unchecked.contains(line)) {
        unchecked.add(line);
      }
    }
  }

  /** The findings, which are left unchanged. */
  Map<VolumeFinding, Verdict> verdicts() {
    Map<VolumeFinding, Verdict> verdicts = new LinkedHashMap<>();
    findings.forEach(finding -> verdicts.put(finding, new Verdict(Verdict.State.STANDS, "")));
    return verdicts;
  }

  /** Repairs what can be repaired, and returns the verdicts. */
  Map<VolumeFinding, Verdict> repair() throws GigaException {
    Map<VolumeFinding, Verdict> verdicts = new LinkedHashMap<>();
    Map<String, VolumeFinding> aside = new LinkedHashMap<>();
    for (VolumeFinding finding : findings) {
      if (finding.kind() == VolumeFinding.Kind.ORPHANED_OBJECT) {
        verdicts.put(finding, setAside(finding, aside));
      } else {
        verdicts.put(finding, unrepaired(advice(finding.kind())));
      }
    }
    if (!aside.isEmpty()) {
      putBackWhatIsKnown(aside, verdicts);
    }
    return verdicts;
  }

  private Verdict setAside(VolumeFinding finding, Map<String, VolumeFinding> aside) {
    try {
      String where = aside(finding.path());
      volume.move(finding.path(), where);
      aside.put(finding.path(), finding);
      return new Verdict(Verdict.State.REPAIRED, "it is kept on the volume as '" + where + "'");
    } catch (VolumeException e) {
      return unrepaired(ErrorText.of(e));
    }
  }

  private void putBackWhatIsKnown(
      Map<String, VolumeFinding> aside, Map<VolumeFinding, Verdict> verdicts) throws GigaException {
    VolumeLook look = newLook(new ObjectData(path -> false, progress));
    Set<String> known = look.known(aside.keySet());
    addUnchecked(look);
    Set<String> back = new HashSet<>(known == null ? aside.keySet() : known);
    for (String path : back) {
      VolumeFinding finding = java.util.Objects.requireNonNull(aside.get(path));
      try {
        volume.move(aside(path), path);
        verdicts.put(
            finding,
            unrepaired(
                known == null
                    ? "not all servers could be asked again, so it was left where it is"
                    : "a server names it after all, so it was left where it is"));
      } catch (VolumeException e) {
        verdicts.put(finding, unrepaired("it must be moved back by hand: " + ErrorText.of(e)));
      }
    }
  }

  private static String aside(String path) {
    return ASIDE + path;
  }

  static String advice(VolumeFinding.Kind kind) {
    return switch (kind) {
      case MISSING_OBJECT -> "restore its bytes from a copy of the volume, or remove the file";
      case WRONG_SIZE ->
          "check the file's contents; opening it for writing and closing it sets its size";
      case WRONG_CHECKSUM -> "restore its bytes from a copy of the volume, or write the file again";
      case UNKNOWN_VOLUME ->
          "restore the volume, with: giga volume restore URI; do not delete its .giga-volume";
      case ORPHANED_OBJECT -> throw new IllegalArgumentException("orphans are put aside");
    };
  }

  private static Verdict unrepaired(String why) {
    return new Verdict(Verdict.State.UNREPAIRED, why);
  }

  /** What could not be checked, and why. */
  List<String> unchecked() {
    return List.copyOf(unchecked);
  }

  /** How many objects were verified. */
  long verified() {
    return verified;
  }
}
