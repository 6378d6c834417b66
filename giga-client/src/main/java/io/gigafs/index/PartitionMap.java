package io.gigafs.index;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Stream;

/**
 * The partitions of a directory as someone knows them: a bitmap of existing indices. Immutable.
 *
 * <p>Maps only gain bits, so any two maps of one directory merge by OR. A stale map is not wrong:
 * it names partitions that exist and whose owners know better.
 *
 * <p>Every map holds to this:
 *
 * <ol>
 *   <li>Partition 0 exists.
 *   <li>A partition exists only if its parent does: the index without its highest bit.
 *   <li>A partition splits off its children in order of depth, so a child exists only if all that
 *       its parent split off before do.
 *   <li>Hence the ranges of the known partitions tile the directory's line, whosever map it is.
 * </ol>
 */
public final class PartitionMap {
  /** The map of a directory that never split, and of whoever knows nothing yet. */
  public static final PartitionMap UNSPLIT = new PartitionMap(new long[] {1});

  /** Most directories never split. */
  private static final byte[] UNSPLIT_ENCODED = PartitionMapCodec.encode(UNSPLIT.toBitSet());

  private static final int WORD_BITS = Long.SIZE;

  /** Bit i is the partition i. As many words as {@link #wordsFor} gives to the highest index. */
  private final long[] words;

  /** How many low bits of a hash name all known partitions. */
  private final int radix;

  private final int size;

  private PartitionMap(long[] words) {
    this(words, radixOf(words), Arrays.stream(words).mapToInt(Long::bitCount).sum());
  }

  private PartitionMap(long[] words, int radix, int size) {
    this.words = words;
    this.radix = radix;
    this.size = size;
  }

  /**
   * The map of these indices.
   *
   * @throws IllegalArgumentException if no splits lead to them
   */
  static PartitionMap of(BitSet indices) {
    if (!indices.get(0)) {
      throw new IllegalArgumentException("partition 0 is missing");
    }
    int highest = indices.length() - 1;
    if (highest >= 1 << PartitionIndex.MAX_DEPTH) {
      throw new IllegalArgumentException("partition " + highest + " is out of range");
    }
    for (int index = indices.nextSetBit(1); index >= 0; index = indices.nextSetBit(index + 1)) {
      if (!indices.get(predecessor(index))) {
        throw orphan(index);
      }
    }
    return new PartitionMap(Arrays.copyOf(indices.toLongArray(), wordsFor(highest)));
  }

  /** Whether the partition is known to exist. */
  public boolean contains(PartitionIndex index) {
    return contains(index.value());
  }

  /**
   * The partition that, by this map, holds the names of this hash: its low bits, the highest
   * cleared until the index exists.
   */
  public PartitionIndex indexOf(long hash) {
    int index = (int) hash & ((1 << radix) - 1);
    while (!isSet(words, index)) {
      index -= Integer.highestOneBit(index);
    }
    return PartitionIndex.of(index);
  }

  /**
   * A known partition with the depth that this map gives it.
   *
   * @throws IllegalArgumentException if the partition is not known
   */
  public Partition partition(PartitionIndex index) {
    if (!contains(index)) {
      throw new IllegalArgumentException("partition " + index + " is not in " + this);
    }
    int depth = bitLength(index.value());
    while (depth < PartitionIndex.MAX_DEPTH && contains(index.value() + (1 << depth))) {
      depth++;
    }
    return new Partition(index, depth);
  }

  /**
   * This map with one more partition; this very map if it is known.
   *
   * @throws IllegalArgumentException unless its parent and the children that the parent split off
   *     before are known
   */
  public PartitionMap with(PartitionIndex child) {
    int index = child.value();
    if (contains(index)) {
      return this;
    }
    if (!contains(predecessor(index))) {
      throw orphan(index);
    }
    long[] grown = Arrays.copyOf(words, Math.max(words.length, wordsFor(index)));
    grown[index / WORD_BITS] |= 1L << index;
    return new PartitionMap(grown, Math.max(radix, bitLength(index)), size + 1);
  }

  /** All that either map knows; this very map if the other adds nothing, or the other likewise. */
  public PartitionMap merge(PartitionMap other) {
    if (covers(other)) {
      return this;
    }
    if (other.covers(this)) {
      return other;
    }
    long[] merged = Arrays.copyOf(words, Math.max(words.length, other.words.length));
    for (int i = 0; i < other.words.length; i++) {
      merged[i] |= other.words[i];
    }
    return new PartitionMap(merged);
  }

  /** Whether this map knows all that the other knows. */
  public boolean covers(PartitionMap other) {
    if (other.words.length > words.length) {
      return false;
    }
    for (int i = 0; i < other.words.length; i++) {
      if ((other.words[i] & ~words[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** How many partitions are known. */
  public int size() {
    return size;
  }

  /** The known partitions in ascending order of index. */
  public Stream<PartitionIndex> indices() {
    return toBitSet().stream().mapToObj(PartitionIndex::of);
  }

  /** The compact encoding, the same for equal maps: see {@link PartitionMapCodec}. */
  public byte[] encode() {
    return size == 1 ? UNSPLIT_ENCODED.clone() : PartitionMapCodec.encode(toBitSet());
  }

  /**
   * The map of an encoding.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static PartitionMap decode(byte[] encoded) {
    if (Arrays.equals(encoded, UNSPLIT_ENCODED)) {
      return UNSPLIT;
    }
    return of(PartitionMapCodec.decode(encoded));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartitionMap that && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  /** For messages: all indices of a small map, the size of a large one. */
  @Override
  public String toString() {
    return size <= 16 ? "partitions " + toBitSet() : size + " partitions of radix " + radix;
  }

  private boolean contains(int index) {
    return index >>> radix == 0 && isSet(words, index);
  }

  private BitSet toBitSet() {
    return BitSet.valueOf(words);
  }

  private static int radixOf(long[] words) {
    return words.length > 1
        ? bitLength(words.length * WORD_BITS - 1)
        : bitLength(WORD_BITS - 1 - Long.numberOfLeadingZeros(words[0]));
  }

  private static boolean isSet(long[] words, int index) {
    return (words[index / WORD_BITS] & (1L << index)) != 0;
  }

  /** The split right before the one that made this partition, and without which it could not be. */
  private static int predecessor(int index) {
    int splitBit = Integer.highestOneBit(index);
    int parent = index - splitBit;
    int elderBit = splitBit >>> 1;
    return elderBit > parent ? parent + elderBit : parent;
  }

  /** Words for all indices of as many bits: {@link #indexOf} then needs no bounds of its own. */
  private static int wordsFor(int highest) {
    return Math.max(1, (1 << bitLength(highest)) / WORD_BITS);
  }

  private static int bitLength(int index) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(index);
  }

  private static IllegalArgumentException orphan(int index) {
    return new IllegalArgumentException(
        "partition " + index + " cannot exist without partition " + predecessor(index));
  }
}
