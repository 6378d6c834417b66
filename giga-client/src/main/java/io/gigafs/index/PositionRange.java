package io.gigafs.index;

/** A closed, non-empty interval of positions. */
public record PositionRange(Position first, Position last) {
  public static final PositionRange ALL = new PositionRange(Position.FIRST, Position.LAST);

  public PositionRange {
    if (first.compareTo(last) > 0) {
      throw new IllegalArgumentException("range starts behind its end: " + first + " > " + last);
    }
  }

  public boolean contains(Position position) {
    return first.compareTo(position) <= 0 && position.compareTo(last) <= 0;
  }
}
