package io.gigafs.cluster;

import org.jspecify.annotations.Nullable;

/**
 * The settings of a volume that an operator can change.
 *
 * @param group see {@link VolumeInfo#group}; null leaves it unchanged
 * @param weight see {@link VolumeInfo#weight}; null leaves it unchanged
 */
public record VolumeSettings(@Nullable String group, @Nullable Integer weight) {
  /** Leaves everything unchanged; a new volume forms a group of its own. */
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
