package io.gigafs.bench.mknod;

/**
 * The target schemes of CMU-PDL-13-101, section 3.3.3, on one machine: a node is a separate client,
 * a volume is a directory in which the product's {@code PosixVolume} keeps objects.
 *
 * <p>Giga itself creates objects lazily. For the eager schemes, the program creates the entry with
 * the client and then immediately the object, as the client does for a file that outgrows the
 * inline limit: durably, with a sync of the object's directory. Programs on the volume itself sync
 * nothing, while a PanFS create is durable; so that scheme is measured both ways.
 */
enum Scheme {
  /** Programs create files in one directory of one volume. */
  VOLUME("directly on the volume"),
  /** The same, each followed by a sync of the directory. */
  VOLUME_SYNCED("directly on the volume, synced"),
  /** Entries in Giga, and all objects in one directory of one volume. */
  NOT_DISTRIBUTED("no create-distribution"),
  /**
   * Entries in Giga. The objects of each partition are in a directory of their own, on the volume
   * that servers choose for it by volume groups. All programs use one client.
   */
  ONE_NODE("distributed, on one node"),
  /** The same with several clients. */
  SEVERAL_NODES("distributed, on several nodes"),
  /** Entries in Giga only: no file has an object before it is large. */
  LAZY("lazy creates");

  private final String title;

  Scheme(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Whether files are entries of Giga. */
  boolean usesGiga() {
    return this != VOLUME && this != VOLUME_SYNCED;
  }

  boolean makesObjects() {
    return this != LAZY;
  }

  boolean isDistributed() {
    return this == ONE_NODE || this == SEVERAL_NODES;
  }

  /** Number of nodes that take part. */
  int nodes(int all) {
    return this == ONE_NODE ? 1 : all;
  }
}
