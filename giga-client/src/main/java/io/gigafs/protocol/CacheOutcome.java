package io.gigafs.protocol;

/**
 * What became of a change of a cache.
 *
 * @param isDone whether it was made: a write is not if there is no room for the block, a removal is
 *     not if there was no value
 */
public record CacheOutcome(boolean isDone) implements Result {
  void write(WireWriter out) {
    out.flag(isDone);
  }

  static CacheOutcome read(WireReader in) {
    return new CacheOutcome(in.flag());
  }
}
