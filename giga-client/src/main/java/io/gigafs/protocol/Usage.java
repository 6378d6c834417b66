package io.gigafs.protocol;

/**
 * How much of a quota something takes, or how much there is to give; a difference may be negative.
 *
 * @param entries names of any kind
 * @param bytes the sum of the sizes of regular files
 */
public record Usage(long entries, long bytes) {
  public static final Usage NOTHING = new Usage(0, 0);

  /** One name, of something that has no bytes. */
  public static final Usage ENTRY = new Usage(1, 0);

  public Usage plus(Usage other) {
    return new Usage(entries + other.entries, bytes + other.bytes);
  }

  public Usage minus(Usage other) {
    return new Usage(entries - other.entries, bytes - other.bytes);
  }

  /** Whether there is as much of each that is wanted; nothing can be had even of a debt. */
  public boolean covers(Usage wanted) {
    return (wanted.entries <= 0 || entries >= wanted.entries)
        && (wanted.bytes <= 0 || bytes >= wanted.bytes);
  }

  /** Of each what is less. */
  public Usage atMost(Usage other) {
    return new Usage(Math.min(entries, other.entries), Math.min(bytes, other.bytes));
  }

  /** Of each what is more. */
  public Usage atLeast(Usage other) {
    return new Usage(Math.max(entries, other.entries), Math.max(bytes, other.bytes));
  }

  /** Whether there is less than nothing of something. */
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
