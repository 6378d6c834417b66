package io.gigafs.rpc;

/** Validation of settings. */
final class SettingChecks {
  private SettingChecks() {}

  static void atLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " is at least " + least + ", not " + value);
    }
  }
}
