package io.gigafs.index;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * Many names in one array of bytes, which takes less memory than an object for each; these are made
 * when they are asked for. Immutable.
 */
public final class NameList extends AbstractList<Name> implements RandomAccess {
  private final byte[] bytes;

  /** Where each name ends in the bytes, and the next one begins. */
  private final int[] ends;

  private NameList(byte[] bytes, int[] ends) {
    this.bytes = bytes;
    this.ends = ends;
  }

  /** A list of these names. */
  public static NameList of(List<Name> names) {
    Builder list = new Builder(names.size(), names.stream().mapToInt(Name::length).sum());
    for (Name name : names) {
      int begin = list.add(name.length());
      System.arraycopy(name.bytes(), 0, list.bytes(), begin, name.length());
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

  /** What {@link Name#hash} of this name is. */
  public long hash(int i) {
    return NameHash.of(bytes, begin(i), end(i) - begin(i));
  }

  /** The bytes of all names, one behind the other; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where a name begins in the bytes. */
  public int begin(int i) {
    return i == 0 ? 0 : ends[i - 1];
  }

  /** Where a name ends in the bytes. */
  public int end(int i) {
    return ends[i];
  }

  /** A list in the making. */
  public static final class Builder {
    private final int[] ends;
    private byte[] bytes;
    private int added;

    /**
     * Begins.
     *
     * @param names how many there will be
     * @param bytes how many these will have together, about
     */
    public Builder(int names, int bytes) {
      this.ends = new int[names];
      this.bytes = new byte[bytes];
    }

    /** Makes room for the bytes of the next name; returns where these are to be put. */
    public int add(int length) {
      int begin = added == 0 ? 0 : ends[added - 1];
      int end = begin + length;
      if (end > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
      }
      ends[added++] = end;
      return begin;
    }

    /** Takes the last name out again. */
    public void dropLast() {
      added--;
    }

    /**
     * Checks the last name.
     *
     * @throws IllegalArgumentException if it is none
     */
    public void checkLast() {
      Name.check(bytes, added == 1 ? 0 : ends[added - 2], ends[added - 1]);
    }

    /** A list of the names so far, which were checked one by one; the next begins another list. */
    public NameList take() {
      int count = added;
      added = 0;
      int end = count == 0 ? 0 : ends[count - 1];
      return new NameList(Arrays.copyOf(bytes, end), Arrays.copyOf(ends, count));
    }

    /** Where the bytes of the names are put; another array after names were added. */
    public byte[] bytes() {
      return bytes;
    }

    /**
     * The list, when all names are there.
     *
     * @throws IllegalArgumentException if one of them is no name
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
