package io.gigafs.bench.virtualcache;

import java.util.Locale;

/**
 * One run of the test program: as many threads that insert as threads that read, all at once.
 *
 * @param stage 1 to 3, or 0 to warm up
 * @param threads of each kind
 * @param insertions of all threads together
 * @param reads of all threads together
 * @param valueBytes of each value, a multiple of 1 KiB
 * @param isFilled whether all keys have values when the threads begin, as after a run before
 */
record Cell(
    int stage, int threads, long insertions, long reads, long valueBytes, boolean isFilled) {
  private static final long KIBIBYTE = 1 << 10;
  private static final long MEBIBYTE = 1 << 20;

  /** The cell of a number of bytes that are inserted, and read, in all. */
  static Cell ofTotal(int stage, int threads, long totalBytes, long valueBytes, boolean isFilled) {
    long operations = Math.max(threads, totalBytes / valueBytes);
    return new Cell(stage, threads, operations, operations, valueBytes, isFilled);
  }

  /** How many keys each thread goes through: the counter of its loop is the key. */
  long insertionsOfThread() {
    return Math.max(1, insertions / threads);
  }

  long readsOfThread() {
    return Math.max(1, reads / threads);
  }

  /** Whether each byte of each value is compared, and not only the stamp of each page. */
  boolean comparesAll() {
    return stage == 3;
  }

  /** The size of a value with its unit, {@code K} or {@code M}. */
  String size() {
    return valueBytes % MEBIBYTE == 0 && valueBytes > MEBIBYTE
        ? valueBytes / MEBIBYTE + " M"
        : valueBytes / KIBIBYTE + " K";
  }

  /**
   * The document's arguments, {@code THREADS INSERTIONS READS SIZE UNIT}, and behind them the stage
   * and whether it is filled.
   */
  String command() {
    return String.format(
        Locale.ROOT, "%d %d %d %s %d %b", threads, insertions, reads, size(), stage, isFilled);
  }

  static Cell parse(String command) {
    String[] words = command.split(" ", -1);
    return new Cell(
        Integer.parseInt(words[5]),
        Integer.parseInt(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]) * (words[4].equals("M") ? MEBIBYTE : KIBIBYTE),
        Boolean.parseBoolean(words[6]));
  }

  /** Its place beside others, for people. */
  String title() {
    return "stage " + stage + ", threads: " + threads + ", " + size() + "iB";
  }
}
