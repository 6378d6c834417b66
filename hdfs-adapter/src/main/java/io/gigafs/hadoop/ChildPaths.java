package io.gigafs.hadoop;

import io.gigafs.index.Name;
import java.net.URI;
import org.apache.hadoop.fs.Path;

/**
 * Creates the paths of entries in one directory. Parsing the same authority for each entry would
 * dominate the time of a listing, so the parsed one of the directory is reused. Immutable.
 */
final class ChildPaths {
  private final HadoopPaths paths;
  private final Path directory;

  /** A URI in the directory, against which the others are resolved. */
  private final URI base;

  ChildPaths(HadoopPaths paths, Path directory) {
    this.paths = paths;
    this.directory = directory;
    this.base = paths.child(directory, Name.of("-")).toUri();
  }

  Path of(Name name) {
    return isPlain(name.bytes())
        ? new Path(base.resolve(URI.create(name.toString())))
        : paths.child(directory, name);
  }

  /** Whether a name needs no escape in a URI, and cannot be misinterpreted there. */
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
