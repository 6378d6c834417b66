package io.gigafs.bench.soak;

/** What a process uses, and how much more of it is no growth. */
enum Resource {
  /** Of Java's heap, MiB that a collection of all of it leaves. */
  HEAP("heap_mib", "Live heap", "MiB", 12),
  /** What Java itself takes beside its heap: threads, code, classes, direct buffers. MiB. */
  JAVA("java_mib", "Java's own memory beside its heap", "MiB", 24),
  /** All memory of the process that is resident, with its heap, which is so from the start. MiB. */
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

  /** What it is counted in. */
  String unit() {
    return unit;
  }

  /** An increase by this is noise, however little there is. */
  double slack() {
    return slack;
  }
}
