package io.gigafs.hadoop;

/** Permission bits of what is made where nobody says which, before the umask. */
final class FsModes {
  static final int FILE = 0666;
  static final int DIRECTORY = 0777;

  private FsModes() {}
}
