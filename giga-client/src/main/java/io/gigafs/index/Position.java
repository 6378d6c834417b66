package io.gigafs.index;

/**
 * Where a name lies on its directory's line [0, 2^64): its hash with the bits reversed, so that a
 * GIGA+ partition is one interval.
 *
 * @param value unsigned
 */
public record Position(long value) implements Comparable<Position> {
  public static final Position FIRST = new Position(0);
  public static final Position LAST = new Position(-1);

  @Override
  public int compareTo(Position other) {
    return Long.compareUnsigned(value, other.value);
  }

  /** Whether no position lies behind this one. */
  public boolean isLast() {
    return value == -1;
  }

  /** The position right behind this one; there must be one. */
  public Position next() {
    if (isLast()) {
      throw new IllegalStateException("no position lies behind the last");
    }
    return new Position(value + 1);
  }

  /** The hash that lies here. */
  public long hash() {
    return Long.reverse(value);
  }

  @Override
  public String toString() {
    return Long.toHexString(value);
  }
}
