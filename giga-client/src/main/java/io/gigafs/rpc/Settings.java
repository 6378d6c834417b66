package io.gigafs.rpc;

/** Validation of settings. */
final class Settings {
  private Settings() {}

  static void atLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is at least " + least + ", not " + value);
    }
  }
}
