package io.gigafs.hadoop.volume;

import org.apache.hadoop.fs.Path;

/**
 * Converts between volumes' and Hadoop's paths below a directory of a Hadoop file system.
 * Stateless.
 */
final class ObjectPaths {
  private final Path root;
  private final String prefix;

  /** The root has a scheme, and an authority if its file system has one. */
  ObjectPaths(Path root) {
    String path = root.toUri().getPath();
    this.root = root;
    this.prefix = path.endsWith("/") ? path : path + "/";
  }

  Path root() {
    return root;
  }

  /** The Hadoop path of an object; the root for an empty path. */
  Path at(String path) {
    return path.isEmpty()
        ? root
        : new Path(root.toUri().getScheme(), root.toUri().getAuthority(), prefix + path);
  }

  /** The object's path of a file below the root. */
  String of(Path file) {
    return file.toUri().getPath().substring(prefix.length());
  }
}
