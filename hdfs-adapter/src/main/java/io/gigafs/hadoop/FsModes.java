package io.gigafs.hadoop;

/** Default permission bits of new files, before the umask. */
final class FsModes {
  static final int FILE = 0666;
  static final int DIRECTORY = 0777;

  private FsModes() {}
}
