package io.gigafs.index;

/**
 * The position of a name in its directory's position space [0, 2^64): its hash with the bits
 * reversed, so that a GIGA+ partition is one interval.
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

  /** Whether this is the largest position. */
  public boolean isLast() {
    return value == -1;
  }

  /** The next larger position, which must exist. */
  public Position next() {
    if (isLast()) {
      throw new IllegalStateException("no position lies behind the last");
    }
    return new Position(value + 1);
  }

  /** The hash of the names at this position. */
  public long hash() {
    return Long.reverse(value);
  }

  @Override
  public String toString() {
    return Long.toHexString(value);
  }
}
