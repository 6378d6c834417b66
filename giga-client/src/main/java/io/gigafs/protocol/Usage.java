package io.gigafs.protocol;

/**
 * An amount of a quota, used or available. A difference may be negative.
 *
 * @param entries names of any kind
 * @param bytes the sum of the sizes of regular files
 */
public record Usage(long entries, long bytes) {
  public static final Usage NOTHING = new Usage(0, 0);

  /** One name of a file without bytes. */
  public static final Usage ENTRY = new Usage(1, 0);

  public Usage plus(Usage other) {
    return new Usage(entries + other.entries, bytes + other.bytes);
  }

  public Usage minus(Usage other) {
    return new Usage(entries - other.entries, bytes - other.bytes);
  }

  /**
   * Whether both amounts suffice for what is wanted. A wanted amount of zero is covered even by a
   * negative amount.
   */
  public boolean covers(Usage wanted) {
    return (wanted.entries <= 0 || entries >= wanted.entries)
        && (wanted.bytes <= 0 || bytes >= wanted.bytes);
  }

  /** The minimum of each amount. */
  public Usage atMost(Usage other) {
    return new Usage(Math.min(entries, other.entries), Math.min(bytes, other.bytes));
  }

  /** The maximum of each amount. */
  public Usage atLeast(Usage other) {
    return new Usage(Math.max(entries, other.entries), Math.max(bytes, other.bytes));
  }

  /** Whether an amount is negative. */
  public boolean isDebt() {
    return entries < 0 || bytes < 0;
  }

  public boolean isNothing() {
    return entries == 0 && bytes == 0;
  }

  void write(WireWriter out) {
    out.int64(entries).int64(bytes);
  }

  static Usage read(WireReader in) {
    return new Usage(in.int64(), in.int64());
  }

  @Override
  public String toString() {
    return entries + " entries and " + bytes + " bytes";
  }
}
