package io.gigafs.index;

import io.gigafs.index.Name.NameHash;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * A list of names in one byte array, which takes less memory than one object per name. {@link Name}
 * objects are created on access. Immutable.
 */
public final class NameList extends AbstractList<Name> implements RandomAccess {
  private final byte[] bytes;

  /** The end offset of each name, which is the begin offset of the next one. */
  private final int[] ends;

  private NameList(byte[] bytes, int[] ends) {
    this.bytes = bytes;
    this.ends = ends;
  }

  /** A list of copies of these names. */
  public static NameList of(List<Name> names) {
    Builder list = new Builder(names.size(), names.stream().mapToInt(Name::length).sum());
    for (Name name : names) {
      list.add(name);
    }
    return list.build();
  }

  @Override
  public int size() {
    return ends.length;
  }

  @Override
  public Name get(int i) {
    return Name.of(Arrays.copyOfRange(bytes, begin(i), end(i)));
  }

  /** The {@link Name#hash} of a name, without creating an object. */
  public long hash(int i) {
    return NameHash.of(bytes, begin(i), end(i) - begin(i));
  }

  /** The concatenated bytes of all names, not to be modified. */
  public byte[] bytes() {
    return bytes;
  }

  /** The offset at which a name begins. */
  public int begin(int i) {
    return i == 0 ? 0 : ends[i - 1];
  }

  /** The offset at which a name ends. */
  public int end(int i) {
    return ends[i];
  }

  /** Builds a list. Not thread-safe. */
  public static final class Builder {
    private final int[] ends;
    private byte[] bytes;
    private int added;

    /**
     * Creates a builder.
     *
     * @param names the number of names
     * @param bytes the approximate total length of the names
     */
    public Builder(int names, int bytes) {
      this.ends = new int[names];
      this.bytes = new byte[bytes];
    }

    /** Reserves space for the next name; returns the offset at which to put its bytes. */
    public int add(int length) {
      int begin = added == 0 ? 0 : ends[added - 1];
      int end = begin + length;
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
      }
      ends[added++] = end;
      return begin;
    }

    /** Adds a name. */
    public void add(Name name) {
      int begin = add(name.length());
      System.arraycopy(name.bytes(), 0, bytes, begin, name.length());
    }

    /** The array that takes the bytes of the names. Adding a name may replace it. */
    public byte[] bytes() {
      return bytes;
    }

    /**
     * Builds the list, after all names were added.
     *
     * @throws IllegalArgumentException if one of them is not a valid name
     */
    public NameList build() {
      int begin = 0;
      for (int end : ends) {
        Name.check(bytes, begin, end);
        begin = end;
      }
      return new NameList(bytes, ends);
    }
  }
}
