package io.gigafs.hadoop.version;

import java.io.IOException;

/** The running Java version. */
public final class JavaVersion {
  /**
   * The oldest version that has everything the plugin calls. Its classes are compiled for Java 8,
   * so that they can report this there.
   */
  private static final int MIN_FEATURE = 11;

  private static final String OLD_PREFIX = "1.";

  private JavaVersion() {}

  /**
   * Checks that the Java version is sufficient.
   *
   * @throws IOException that names the required version
   */
  public static void check() throws IOException {
    check(
        System.getProperty("java.specification.version"),
        System.getProperty("java.version") + " in " + System.getProperty("java.home"));
  }

  static void check(String specification, String found) throws IOException {
    if (feature(specification) < MIN_FEATURE) {
      throw new IOException(
          "giga:// needs Java "
              + MIN_FEATURE
              + " or later, and this process runs on Java "
              + found
              + "; other file systems are not affected");
    }
  }

  /** 8 of "1.8", 11 of "11". */
  private static int feature(String specification) {
    return Integer.parseInt(
        specification.startsWith(OLD_PREFIX)
            ? specification.substring(OLD_PREFIX.length())
            : specification);
  }
}
