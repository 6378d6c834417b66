package io.gigafs.cli.volume;

import io.gigafs.cli.CommandException;
import io.gigafs.cluster.VolumeSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the placement of new files. */
final class SettingsOptions {
  @Option(
      names = "--group",
      paramLabel = "NAME",
      description =
          "The name of the volumes that share a metadata server, or fail and slow down together:"
              + " consecutive partitions of a directory go to different groups. Without it, or"
              + " with '', the volume is a group of its own.")
  private @Nullable String group;

  @Option(
      names = "--weight",
      paramLabel = "N",
      description =
          "Its share of new files, in proportion to the weights of all volumes: 1 to 1000, 1 if it"
              + " was never set.")
  private @Nullable Integer weight;

  /** The values that were given. */
  VolumeSettings settings() {
    try {
      return new VolumeSettings(group, weight);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(String.valueOf(e.getMessage()));
    }
  }
}
