package io.gigafs.protocol;

import io.gigafs.volume.FileSystemId;

/**
 * How full a server's store is.
 *
 * @param entries an estimate of the entries that the server holds
 * @param totalBytes size of the file system that holds the server's store; likewise free and used
 *     by the store
 * @param reservedBytes what is free as well, but not for the server
 * @param fileSystem which one that is
 */
public record StatFsResult(
    long entries,
    long totalBytes,
    long freeBytes,
    long reservedBytes,
    long usedBytes,
    FileSystemId fileSystem)
    implements Result {
  void write(WireWriter out) {
    out.varlong(entries).varlong(totalBytes).varlong(freeBytes).varlong(reservedBytes);
    out.varlong(usedBytes).int64(fileSystem.value());
  }

  static StatFsResult read(WireReader in) {
    return new StatFsResult(
        in.varlong(),
        in.varlong(),
        in.varlong(),
        in.varlong(),
        in.varlong(),
        new FileSystemId(in.int64()));
  }
}
