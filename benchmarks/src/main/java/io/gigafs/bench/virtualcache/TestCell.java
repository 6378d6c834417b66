package io.gigafs.bench.virtualcache;

import java.util.Locale;

/**
 * One run of the test program: the same number of inserting and reading threads, concurrently.
 *
 * @param stage 1 to 3, or 0 for warm-up
 * @param threads of each kind
 * @param insertions sum over all threads
 * @param reads sum over all threads
 * @param valueBytes of each value, a multiple of 1 KiB
 * @param isFilled whether all keys have values when the threads begin, as after an earlier run
 */
record TestCell(
    int stage, int threads, long insertions, long reads, long valueBytes, boolean isFilled) {
  private static final long KIBIBYTE = 1 << 10;
  private static final long MEBIBYTE = 1 << 20;

  /** The cell with a total number of bytes to insert, and to read. */
  static TestCell ofTotal(
      int stage, int threads, long totalBytes, long valueBytes, boolean isFilled) {
    long operations = Math.max(threads, totalBytes / valueBytes);
    return new TestCell(stage, threads, operations, operations, valueBytes, isFilled);
  }

  /** Number of keys of each thread: the counter of its loop is the key. */
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
   * The document's arguments, {@code THREADS INSERTIONS READS SIZE UNIT}, followed by the stage and
   * whether it is filled.
   */
  String command() {
    return String.format(
        Locale.ROOT, "%d %d %d %s %d %b", threads, insertions, reads, size(), stage, isFilled);
  }

  static TestCell parse(String command) {
    String[] words = command.split(" ", -1);
    return new TestCell(
        Integer.parseInt(words[5]),
        Integer.parseInt(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]) * (words[4].equals("M") ? MEBIBYTE : KIBIBYTE),
        Boolean.parseBoolean(words[6]));
  }

  /** A user-readable title. */
  String title() {
    return "stage " + stage + ", threads: " + threads + ", " + size() + "iB";
  }
}
