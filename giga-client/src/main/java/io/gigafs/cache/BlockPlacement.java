package io.gigafs.cache;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The placement of blocks on the members of a cache group: weighted rendezvous hashing. Immutable.
 *
 * <p>Each member has a score for each block, computed from the member's name, its weight and the
 * block only. The member with the highest score holds the block. So a member holds a share of the
 * blocks proportional to its weight. A new member takes blocks from the others and moves no other
 * blocks; the blocks of a removed member are spread over the remaining ones.
 *
 * <p>Clients and servers have to agree on it: the arithmetic is part of the protocol.
 *
 * <pre>
 *   hash(bytes)   h = 0; for each byte b, unsigned: h = 31 h + b; mix(h)         modulo 2^64
 *   mix(h)        h = (h ^ h >>> 30) bf58476d1ce4e5b9; h = (h ^ h >>> 27) 94d049bb133111eb; h ^ h >>> 31
 *   block         mix(hash(key) + 9e3779b97f4a7c15 (index + 1))
 *   draw          mix(block ^ hash(name)), its highest 53 bits as a fraction, plus 2^-54
 *   score         weight / -ln(draw)
 * </pre>
 */
public final class BlockPlacement {
  /** A placement without members. */
  public static final BlockPlacement NONE = new BlockPlacement(List.of());

  /** No member. */
  public static final int NOBODY = -1;

  private static final long STEP = 0x9e3779b97f4a7c15L;
  private static final int FRACTION_BITS = 53;

  private final List<Member> members;
  private final long[] hashes;
  private final long fingerprint;

  /**
   * A member of a cache group.
   *
   * @param name identifies the member
   * @param weight in any unit, the same for all; members of weight 0 hold nothing
   */
  public record Member(String name, long weight) {
    public Member {
      if (weight < 0) {
        throw new IllegalArgumentException("member '" + name + "' has the weight " + weight);
      }
    }
  }

  /** A placement over members, whose order does not matter. */
  BlockPlacement(List<Member> members) {
    this.members = List.copyOf(members);
    this.hashes = new long[members.size()];
    long sum = 0;
    for (int i = 0; i < hashes.length; i++) {
      Member member = members.get(i);
      hashes[i] = hashOf(member.name().getBytes(StandardCharsets.UTF_8));
      sum += mix(hashes[i] + STEP * member.weight());
    }
    this.fingerprint = sum;
  }

  /** The members, in the given order. */
  public List<Member> members() {
    return members;
  }

  public boolean isEmpty() {
    return members.isEmpty();
  }

  /**
   * Equal for two placements of the same members and weights; different for others with high
   * probability.
   */
  public long fingerprint() {
    return fingerprint;
  }

  /** The hash by which a block is placed. */
  public static long blockHash(CacheKey key, int index) {
    return mix(hashOf(key.toBytes()) + STEP * (index + 1L));
  }

  /**
   * The member that holds a block.
   *
   * @param block its {@link #blockHash}
   * @param usable which members, by index, are available; the others are skipped, as if they were
   *     removed
   * @return the index of the member, or {@link #NOBODY}
   */
  public int holderOf(long block, IntPredicate usable) {
    int best = NOBODY;
    double highest = 0;
    for (int i = 0; i < hashes.length; i++) {
      double score = score(block, i);
      if (score > highest && usable.test(i)) {
        highest = score;
        best = i;
      }
    }
    return best;
  }

  /** The indices of the members in the order in which they are asked for a block. */
  public List<Integer> order(long block) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < hashes.length; i++) {
      if (members.get(i).weight() > 0) {
        order.add(i);
      }
    }
    order.sort((a, b) -> Double.compare(score(block, b), score(block, a)));
    return order;
  }

  private double score(long block, int member) {
    long draw = mix(block ^ hashes[member]) >>> (Long.SIZE - FRACTION_BITS);
    double fraction = Math.scalb((double) draw, -FRACTION_BITS);
    fraction += Math.scalb(1.0, -FRACTION_BITS - 1);
    return members.get(member).weight() / -StrictMath.log(fraction);
  }

  private static long hashOf(byte[] bytes) {
    long hash = 0;
    for (byte each : bytes) {
      hash = 31 * hash + Byte.toUnsignedInt(each);
    }
    return mix(hash);
  }

  private static long mix(long value) {
    long hash = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
    return hash ^ hash >>> 31;
  }
}
