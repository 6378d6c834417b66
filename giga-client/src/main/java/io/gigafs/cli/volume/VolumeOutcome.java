package io.gigafs.cli.volume;

import io.gigafs.cli.JsonObject;
import io.gigafs.cluster.VolumeInfo;
import java.util.Locale;

/** The result of an operation on a volume, in one line. */
final class VolumeOutcome {
  private VolumeOutcome() {}

  static String text(VolumeInfo volume, String does) {
    return "volume " + volume.id() + " (" + volume.uri() + ") " + does;
  }

  static String json(VolumeInfo volume) {
    return new JsonObject()
        .put("id", volume.id())
        .put("uri", volume.uri())
        .put("state", volume.state().toString().toLowerCase(Locale.ROOT).replace('_', '-'))
        .put("group", volume.group())
        .put("weight", volume.weight())
        .toString();
  }
}
