package io.gigafs.tablefs;

/**
 * The entries of one directory whose positions lie in a closed interval.
 *
 * @param first the lowest position, unsigned
 * @param last the highest position, unsigned, inclusive
 */
public record EntryRange(long directory, long first, long last) {
  public EntryRange {
    if (Long.compareUnsigned(first, last) > 0) {
      throw new IllegalArgumentException(
          "range of directory "
              + directory
              + " starts behind its end: "
              + Long.toHexString(first)
              + " > "
              + Long.toHexString(last));
    }
  }

  /** The whole directory. */
  public static EntryRange of(long directory) {
    return new EntryRange(directory, 0, -1);
  }
}
