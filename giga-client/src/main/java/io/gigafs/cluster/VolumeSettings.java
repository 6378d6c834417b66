package io.gigafs.cluster;

import org.jspecify.annotations.Nullable;

/**
 * What an operator sets of a volume.
 *
 * @param group see {@link VolumeInfo#group}; null to leave it as it is
 * @param weight see {@link VolumeInfo#weight}; null to leave it as it is
 */
public record VolumeSettings(@Nullable String group, @Nullable Integer weight) {
  /** Leaves everything as it is, and has a new volume be a group of its own. */
  public static final VolumeSettings UNCHANGED = new VolumeSettings(null, null);

  public VolumeSettings {
    if (group != null) {
      VolumeInfo.checkGroup(group);
    }
    if (weight != null) {
      VolumeInfo.checkWeight(weight);
    }
  }

  String groupOr(String other) {
    return group == null ? other : group;
  }

  int weightOr(int other) {
    return weight == null ? other : weight;
  }
}
