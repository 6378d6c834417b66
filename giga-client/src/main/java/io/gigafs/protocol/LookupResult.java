package io.gigafs.protocol;

/**
 * What a name is. A directory's size, links and times are those of its entry; ask its partitions
 * for the true ones.
 *
 * @param leaseMillis how long the client may take the entry for true, counted from when it sent the
 *     request; 0 for no lease
 */
public record LookupResult(FileAttributes attributes, int leaseMillis) implements Result {
  void write(WireWriter out) {
    out.attributes(attributes).count(leaseMillis);
  }

  static LookupResult read(WireReader in) {
    return new LookupResult(in.attributes(), in.count());
  }
}
