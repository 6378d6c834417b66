package io.gigafs.hadoop;

import io.gigafs.index.Name;
import java.net.URI;
import org.apache.hadoop.fs.Path;

/**
 * Paths of what is in one directory. Of a listing's time most would go into taking one and the same
 * authority apart for each entry: so that of the directory is used again. Immutable.
 */
final class ChildPaths {
  private final Paths paths;
  private final Path directory;

  /** Something in the directory, beside which the others lie. */
  private final URI base;

  ChildPaths(Paths paths, Path directory) {
    this.paths = paths;
    this.directory = directory;
    this.base = paths.child(directory, Name.of("-")).toUri();
  }

  Path of(Name name) {
    return isPlain(name.bytes())
        ? new Path(base.resolve(URI.create(name.toString())))
        : paths.child(directory, name);
  }

  /** Whether the name stands for itself in a URI, and can be taken for nothing else there. */
  private static boolean isPlain(byte[] name) {
    for (byte each : name) {
      boolean isLetterOrDigit =
          (each >= 'a' && each <= 'z')
              || (each >= 'A' && each <= 'Z')
              || (each >= '0' && each <= '9');
      if (!isLetterOrDigit && each != '-' && each != '_' && each != '.' && each != '=') {
        return false;
      }
    }
    return true;
  }
}
