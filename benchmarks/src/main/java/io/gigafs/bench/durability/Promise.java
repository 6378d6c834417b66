package io.gigafs.bench.durability;

/** When an acknowledged create is on the disk. */
enum Promise {
  FIVE_SECONDS("within 5 s", "interval", "5s"),
  ONE_SECOND("within 1 s", "interval", "1s"),
  ALWAYS("before the answer", "always", "5s");

  private final String label;
  private final String durability;
  private final String syncInterval;

  Promise(String label, String durability, String syncInterval) {
    this.label = label;
    this.durability = durability;
    this.syncInterval = syncInterval;
  }

  String label() {
    return label;
  }

  /** As options of {@code giga dev-cluster}. */
  String[] options() {
    return new String[] {
      "--set", "durability=" + durability, "--set", "sync-interval=" + syncInterval
    };
  }
}
