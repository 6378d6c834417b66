package io.gigafs.protocol;

import io.gigafs.volume.FileSystemId;

/**
 * How full a server's store is.
 *
 * @param entries an estimate of the entries that the server holds
 * @param totalBytes size of the file system that holds the server's store; likewise free and used
 *     by the store
 * @param fileSystem which one that is
 */
public record StatFsResult(
    long entries, long totalBytes, long freeBytes, long usedBytes, FileSystemId fileSystem)
    implements Result {
  void write(WireWriter out) {
    out.varlong(entries).varlong(totalBytes).varlong(freeBytes).varlong(usedBytes);
    out.int64(fileSystem.value());
  }

  static StatFsResult read(WireReader in) {
    return new StatFsResult(
        in.varlong(), in.varlong(), in.varlong(), in.varlong(), new FileSystemId(in.int64()));
  }
}
