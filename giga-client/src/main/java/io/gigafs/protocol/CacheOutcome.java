package io.gigafs.protocol;

/**
 * The outcome of a change of a cache.
 *
 * @param isDone whether it was applied: false for a write if there is no room for the block, and
 *     for a removal if there was no value
 */
public record CacheOutcome(boolean isDone) implements Result {
  void write(WireWriter out) {
    out.flag(isDone);
  }

  static CacheOutcome read(WireReader in) {
    return new CacheOutcome(in.flag());
  }
}
