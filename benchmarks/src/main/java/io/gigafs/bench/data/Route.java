package io.gigafs.bench.data;

/** The paths from programs to the bytes of large files: those of CMU-PDL-13-101, section 4. */
enum Route {
  /** Without Giga: a directory of the disk of the volumes. */
  VOLUME("bare volume", ""),
  /** Through the mount; servers relay the bytes. */
  SERVER("path 1, server", "server"),
  /** Through the mount, which writes to the volume itself. */
  CLIENT("path 2, client", "client"),
  /** Names are in the mount; programs get the location of the object and write to it. */
  LINK("path 3, symlink", "symlink");

  private final String title;
  private final String option;

  Route(String title, String option) {
    this.title = title;
    this.option = option;
  }

  String title() {
    return title;
  }

  /** The value of the mount option {@code data_path=}. */
  String option() {
    return option;
  }
}
