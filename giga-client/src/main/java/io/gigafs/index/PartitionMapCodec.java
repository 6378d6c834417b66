package io.gigafs.index;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Encodes partition maps: a format byte, followed by the differences from a full tree.
 *
 * <pre>
 *   7     5 4         0
 *   | form | levels r |   r = 0..16: the tree with all partitions below 2^r
 *
 *   form 0  bitmap   bits of the partitions from 2^r on, lowest bit first, no zero bytes at the end
 *   form 1  runs     from 2^r on: absent, present, absent, ... present partitions in a row
 *   form 2  sparse   partitions that are in either the map or the tree but not in both: the
 *                    distance of each from the one before it, the first from -1
 * </pre>
 *
 * <p>Numbers are little-endian base 128. Forms 0 and 1 use the largest full tree within the map,
 * form 2 the tree that makes it shortest. Only the shortest encoding is valid; of equally long
 * ones, only that with the lowest format byte. A full tree is encoded in its format byte alone:
 * 0x04 is 16 partitions. {0, 1, 3} is 0x01 0x02: a full tree of 2, then bits 0 (absent: 2) and 1
 * (present: 3).
 */
final class PartitionMapCodec {
  private static final int BITMAP = 0;
  private static final int RUNS = 1;
  private static final int SPARSE = 2;
  private static final int FORM_SHIFT = 5;
  private static final int LEVELS_MASK = (1 << FORM_SHIFT) - 1;

  private static final int PARTITIONS = 1 << PartitionIndex.MAX_DEPTH;
  private static final int MAX_BYTES = 1 + PARTITIONS / Byte.SIZE;
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 1 << VARINT_BITS;

  private PartitionMapCodec() {}

  static byte[] encode(BitSet indices) {
    int full = levels(indices.nextClearBit(0));
    int radix = Integer.SIZE - Integer.numberOfLeadingZeros(indices.length() - 1);
    byte[] best = bitmap(indices, full);
    best = shorter(best, runs(indices, full));
    for (int levels = full; levels <= radix; levels++) {
      BitSet exceptions = tree(levels);
      exceptions.xor(indices);
      // Each exception takes at least one byte.
      if (exceptions.cardinality() < best.length) {
        best = shorter(best, sparse(exceptions, levels));
      }
    }
    return best;
  }

  /**
   * Decodes the indexes, which need not form a valid map.
   *
   * @throws IllegalArgumentException if the bytes are not the canonical encoding of {@link #encode}
   */
  static BitSet decode(byte[] encoded) {
    if (encoded.length == 0 || encoded.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a partition map has 1 to " + MAX_BYTES + " bytes, not " + encoded.length);
    }
    int levels = encoded[0] & LEVELS_MASK;
    if (levels > PartitionIndex.MAX_DEPTH) {
      throw new IllegalArgumentException("a partition map has no " + levels + " levels");
    }
    Reader reader = new Reader(encoded);
    BitSet indices =
        switch ((encoded[0] & 0xff) >>> FORM_SHIFT) {
          case BITMAP -> readBitmap(encoded, levels);
          case RUNS -> readRuns(reader, levels);
          case SPARSE -> readSparse(reader, levels);
          default ->
              throw new IllegalArgumentException(
                  "no partition map has the format byte " + (encoded[0] & 0xff));
        };
    if (!indices.get(0) || !Arrays.equals(encode(indices), encoded)) {
      throw new IllegalArgumentException("a partition map is not encoded in its only form");
    }
    return indices;
  }

  private static byte[] bitmap(BitSet indices, int levels) {
    byte[] bits = indices.get(1 << levels, indices.length()).toByteArray();
    byte[] encoded = new byte[1 + bits.length];
    encoded[0] = format(BITMAP, levels);
    System.arraycopy(bits, 0, encoded, 1, bits.length);
    return encoded;
  }

  private static BitSet readBitmap(byte[] encoded, int levels) {
    BitSet indices = tree(levels);
    BitSet bits = BitSet.valueOf(Arrays.copyOfRange(encoded, 1, encoded.length));
    bits.stream().forEach(bit -> indices.set(checked((1 << levels) + bit)));
    return indices;
  }

  private static byte[] runs(BitSet indices, int levels) {
    ByteArrayOutputStream out = start(RUNS, levels);
    int at = 1 << levels;
    while (at < indices.length()) {
      int present = indices.nextSetBit(at);
      int absent = indices.nextClearBit(present);
      putVarint(out, present - at);
      putVarint(out, absent - present);
      at = absent;
    }
    return out.toByteArray();
  }

  private static BitSet readRuns(Reader reader, int levels) {
    BitSet indices = tree(levels);
    int at = 1 << levels;
    while (reader.hasMore()) {
      int present = at + reader.varint();
      at = present + reader.varint();
      checked(at - 1);
      indices.set(present, at);
    }
    return indices;
  }

  private static byte[] sparse(BitSet exceptions, int levels) {
    ByteArrayOutputStream out = start(SPARSE, levels);
    int last = -1;
    for (int at = exceptions.nextSetBit(0); at >= 0; at = exceptions.nextSetBit(at + 1)) {
      putVarint(out, at - last);
      last = at;
    }
    return out.toByteArray();
  }

  private static BitSet readSparse(Reader reader, int levels) {
    BitSet indices = tree(levels);
    int at = -1;
    while (reader.hasMore()) {
      at = checked(at + reader.varint());
      indices.flip(at);
    }
    return indices;
  }

  private static BitSet tree(int levels) {
    BitSet tree = new BitSet();
    tree.set(0, 1 << levels);
    return tree;
  }

  private static byte[] shorter(byte[] first, byte[] second) {
    return second.length < first.length ? second : first;
  }

  private static ByteArrayOutputStream start(int form, int levels) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(format(form, levels));
    return out;
  }

  private static byte format(int form, int levels) {
    return (byte) ((form << FORM_SHIFT) | levels);
  }

  /** The largest r with 2^r at most {@code indices}. */
  private static int levels(int indices) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(indices);
  }

  private static int checked(int index) {
    if (index < 0 || index >= PARTITIONS) {
      throw new IllegalArgumentException("a partition map has no partition " + index);
    }
    return index;
  }

  private static void putVarint(ByteArrayOutputStream out, int number) {
    while (number >= VARINT_MORE) {
      out.write((number & (VARINT_MORE - 1)) | VARINT_MORE);
      number >>>= VARINT_BITS;
    }
    out.write(number);
  }

  /** Reads the varints that follow the format byte. */
  private static final class Reader {
    private final byte[] encoded;
    private int next = 1;

    Reader(byte[] encoded) {
      this.encoded = encoded;
    }

    boolean hasMore() {
      return next < encoded.length;
    }

    int varint() {
      int number = 0;
      int shift = 0;
      int digit;
      do {
        if (!hasMore() || shift > 2 * VARINT_BITS) {
          throw new IllegalArgumentException("a partition map holds a broken number");
        }
        digit = encoded[next++];
        number |= (digit & (VARINT_MORE - 1)) << shift;
        shift += VARINT_BITS;
      } while (digit < 0);
      return number;
    }
  }
}
