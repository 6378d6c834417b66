package io.gigafs.protocol;

/**
 * A server's share of the totals.
 *
 * @param entries an estimate of the entries that the server holds
 * @param totalBytes size of the file system that holds the server's store; likewise free and used
 *     by the store
 */
public record StatFsResult(long entries, long totalBytes, long freeBytes, long usedBytes)
    implements Result {
  void write(WireWriter out) {
    out.varlong(entries).varlong(totalBytes).varlong(freeBytes).varlong(usedBytes);
  }

  static StatFsResult read(WireReader in) {
    return new StatFsResult(in.varlong(), in.varlong(), in.varlong(), in.varlong());
  }
}
