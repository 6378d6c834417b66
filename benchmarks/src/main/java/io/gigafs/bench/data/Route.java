package io.gigafs.bench.data;

/** How programs come to the bytes of large files: the paths of CMU-PDL-13-101, section 4. */
enum Route {
  /** No Giga: a directory of the disk that volumes are on. */
  VOLUME("bare volume", ""),
  /** By the mount, which has servers relay bytes. */
  SERVER("path 1, server", "server"),
  /** By the mount, which writes to the volume itself. */
  CLIENT("path 2, client", "client"),
  /** The mount has the names; programs are told where the object is, and write that. */
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

  /** What the mount is told, {@code data_path=}. */
  String option() {
    return option;
  }
}
