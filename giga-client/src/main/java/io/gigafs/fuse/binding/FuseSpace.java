package io.gigafs.fuse.binding;

/** The result of statvfs(3), filled in by the file system. For one thread at a time. */
public final class FuseSpace {
  private long totalBytes;
  private long freeBytes;
  private long availableBytes;
  private long files;
  private long freeFiles;

  /**
   * Sets all.
   *
   * @param availableBytes the part of the free bytes that is available to users
   */
  public void set(
      long totalBytes, long freeBytes, long availableBytes, long files, long freeFiles) {
    this.totalBytes = totalBytes;
    this.freeBytes = freeBytes;
    this.availableBytes = availableBytes;
    this.files = files;
    this.freeFiles = freeFiles;
  }

  public long totalBytes() {
    return totalBytes;
  }

  public long freeBytes() {
    return freeBytes;
  }

  public long availableBytes() {
    return availableBytes;
  }

  public long files() {
    return files;
  }

  public long freeFiles() {
    return freeFiles;
  }
}
