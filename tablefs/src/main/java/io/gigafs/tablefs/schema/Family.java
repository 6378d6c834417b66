package io.gigafs.tablefs.schema;

import java.util.List;

/**
 * The column families. Number and name are part of the format: they never change and are never
 * reused.
 */
public enum Family {
  ENTRIES(1, "entries"),
  INLINE(2, "inline"),
  XATTRS(3, "xattrs"),
  HOLDS(4, "holds"),
  PARTITIONS(5, "partitions"),
  INTENTS(6, "intents"),
  REPLIES(7, "replies"),
  RECLAIM(8, "reclaim"),
  META(9, "meta");

  /** The families whose rows belong to an entry, in the order in which a range is installed. */
  public static final List<Family> OF_ENTRIES = List.of(HOLDS, XATTRS, INLINE, ENTRIES);

  private static final Family[] BY_ID = new Family[values().length + 1];

  static {
    for (Family family : values()) {
      if (BY_ID[family.id] != null) {
        throw new AssertionError("two families have the number " + family.id);
      }
      BY_ID[family.id] = family;
    }
  }

  private final int id;
  private final String label;

  Family(int id, String name) {
    this.id = id;
    this.label = name;
  }

  /** 1..127; 0 is RocksDB's default family, which stays empty. */
  public int id() {
    return id;
  }

  /** The name in the data directory and in a {@link io.gigafs.tablefs.RangeFile}. */
  public String label() {
    return label;
  }

  /**
   * The family of a number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Family ofId(int id) {
    if (id <= 0 || id >= BY_ID.length) {
      throw new IllegalArgumentException("no column family has the number " + id);
    }
    return BY_ID[id];
  }

  /**
   * The family of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Family ofLabel(String label) {
    for (Family family : values()) {
      if (family.label.equals(label)) {
        return family;
      }
    }
    throw new IllegalArgumentException("no column family is named " + label);
  }
}
