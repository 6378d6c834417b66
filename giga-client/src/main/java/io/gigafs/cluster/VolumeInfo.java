package io.gigafs.cluster;

import java.net.URI;

/**
 * A volume on which the cluster stores file data.
 *
 * @param id its number, from 1; never reused for another volume of the cluster
 * @param uri its location, such as {@code posix:///path}, the same for all servers and clients
 * @param state which operations are allowed on it
 * @param group the name of the volumes that share a metadata server; empty for a volume that forms
 *     a group of its own
 * @param weight its share of new files is proportional to this
 */
public record VolumeInfo(int id, URI uri, State state, String group, int weight) {
  static final int MAX_GROUP_CHARS = 64;
  public static final int DEFAULT_WEIGHT = 1;
  public static final int MAX_WEIGHT = 1_000;

  /** Which operations are allowed on a volume. */
  public enum State {
    /** New files may be placed on it. */
    ACTIVE(1),
    /** No new files are placed on it, and its files are being moved to other volumes. */
    DRAINING(2),
    /** A directory tree that was adopted in place. No new files are placed on it. */
    ADOPTED(3),
    /** An adopted tree whose files are being moved to other volumes. */
    ADOPTED_DRAINING(4);

    private final int code;

    State(int code) {
      this.code = code;
    }

    /** Whether its files are being moved to other volumes. */
    public boolean isDraining() {
      return this == DRAINING || this == ADOPTED_DRAINING;
    }

    /** Whether it is an adopted tree, which may hold files that Giga does not know. */
    public boolean isAdopted() {
      return this == ADOPTED || this == ADOPTED_DRAINING;
    }

    /** The number on the wire. */
    public int code() {
      return code;
    }

    /**
     * The state with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static State ofCode(int code) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      throw new IllegalArgumentException("unknown volume state " + code);
    }
  }

  public VolumeInfo {
    if (id < 1) {
      throw new IllegalArgumentException("volumes are numbered from 1, not " + id);
    }
    if (uri.getScheme() == null) {
      throw new IllegalArgumentException("'" + uri + "' does not say what kind of volume it is");
    }
    checkGroup(group);
    checkWeight(weight);
  }

  /** A volume that forms a group of its own, with the default weight. */
  public VolumeInfo(int id, URI uri, State state) {
    this(id, uri, state, "", DEFAULT_WEIGHT);
  }

  /**
   * Checks the name of a group.
   *
   * @throws IllegalArgumentException if it is neither empty nor a valid name
   */
  static void checkGroup(String group) {
    if (group.length() > MAX_GROUP_CHARS || !group.matches("[A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "a group of volumes has a name of at most "
              + MAX_GROUP_CHARS
              + " letters, digits, '.', '_' and '-', not '"
              + group
              + "'");
    }
  }

  /**
   * Checks a weight.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  static void checkWeight(int weight) {
    if (weight < 1 || weight > MAX_WEIGHT) {
      throw new IllegalArgumentException(
          "the weight of a volume is from 1 to " + MAX_WEIGHT + ", not " + weight);
    }
  }

  /**
   * A key that identifies its group: the group's name or, for an unnamed group, # and the volume
   * id. No name begins with #.
   */
  public String groupKey() {
    return group.isEmpty() ? "#" + id : group;
  }

  /** The same volume in another state. */
  public VolumeInfo in(State newState) {
    return new VolumeInfo(id, uri, newState, group, weight);
  }

  /** The same volume with other settings. */
  public VolumeInfo with(VolumeSettings settings) {
    return new VolumeInfo(id, uri, state, settings.groupOr(group), settings.weightOr(weight));
  }
}
