package io.gigafs.index;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Stream;

/**
 * The known partitions of a directory: a bitmap of existing indexes. Immutable.
 *
 * <p>Maps only gain bits, so any two maps of one directory merge by OR. A stale map is not wrong:
 * the partitions that it names exist, and their owners have newer maps.
 *
 * <p>Invariants of every map:
 *
 * <ol>
 *   <li>Partition 0 exists.
 *   <li>A partition exists only if its parent does: the index without its highest bit.
 *   <li>A partition splits off its children in order of depth, so a child exists only if all
 *       earlier children of its parent do.
 *   <li>Hence the ranges of the known partitions tile the directory's position space, in every map.
 * </ol>
 */
public final class PartitionMap {
  /** The map of an unsplit directory, and the initial map of a client. */
  public static final PartitionMap UNSPLIT = new PartitionMap(new long[] {1});

  /** Cached, because most directories never split. */
  private static final byte[] UNSPLIT_ENCODED = PartitionMapCodec.encode(UNSPLIT.toBitSet());

  private static final int WORD_BITS = Long.SIZE;

  /** Bit i represents partition i. The length is {@link #wordsFor} the highest index. */
  private final long[] words;

  /** The number of low hash bits that address all known partitions. */
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
   * A map of these indexes.
   *
   * @throws IllegalArgumentException if no sequence of splits leads to them
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
   * The partition that, by this map, holds the names of this hash: its low bits, with the highest
   * set bit cleared until the index exists.
   */
  public PartitionIndex indexOf(long hash) {
    int index = (int) hash & ((1 << radix) - 1);
    while (!isSet(words, index)) {
      index -= Integer.highestOneBit(index);
    }
    return PartitionIndex.of(index);
  }

  /**
   * A known partition, at the depth that follows from this map.
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
   * A map with one more partition; this instance if it is known already.
   *
   * @throws IllegalArgumentException unless its parent and the parent's earlier children are known
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

  /** The union of both maps; this or the other instance if that equals the union. */
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

  /** Whether this map contains all partitions of the other. */
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

  /** The number of known partitions. */
  public int size() {
    return size;
  }

  /** The known partitions in ascending order of index. */
  public Stream<PartitionIndex> indices() {
    return toBitSet().stream().mapToObj(PartitionIndex::of);
  }

  /** The canonical compact encoding, the same for equal maps: see {@link PartitionMapCodec}. */
  public byte[] encode() {
    return size == 1 ? UNSPLIT_ENCODED.clone() : PartitionMapCodec.encode(toBitSet());
  }

  /**
   * Decodes a map.
   *
   * @throws IllegalArgumentException if the encoding is invalid
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

  /** For messages: all indexes of a small map, the size of a large one. */
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

  /** The partition of the directly preceding split, which must exist before this one can. */
  private static int predecessor(int index) {
    int splitBit = Integer.highestOneBit(index);
    int parent = index - splitBit;
    int elderBit = splitBit >>> 1;
    return elderBit > parent ? parent + elderBit : parent;
  }

  /**
   * The number of words for all indexes of this bit length, so that {@link #indexOf} needs no
   * bounds check.
   */
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
