package io.gigafs.bench.soak;

/** A resource of a process, with the increase that does not count as growth. */
enum Resource {
  /** Live heap after a full collection, MiB. */
  HEAP("heap_mib", "Live heap", "MiB", 12),
  /** Java's memory outside the heap: threads, code, classes, direct buffers. MiB. */
  JAVA("java_mib", "Java's own memory beside its heap", "MiB", 24),
  /** Resident memory of the process, including its heap, which is resident from the start. MiB. */
  MEMORY("memory_mib", "Resident memory", "MiB", 48),
  THREADS("threads", "Threads", "threads", 6),
  DESCRIPTORS("descriptors", "Open file descriptors", "descriptors", 12);

  private final String key;
  private final String title;
  private final String unit;
  private final double slack;

  Resource(String key, String title, String unit, double slack) {
    this.key = key;
    this.title = title;
    this.unit = unit;
    this.slack = slack;
  }

  /** Its name in files. */
  String key() {
    return key;
  }

  /** Its name for people. */
  String title() {
    return title;
  }

  /** Its unit. */
  String unit() {
    return unit;
  }

  /** An increase up to this is noise, however low the usage is. */
  double slack() {
    return slack;
  }
}
