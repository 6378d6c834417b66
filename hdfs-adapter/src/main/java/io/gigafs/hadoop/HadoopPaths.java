package io.gigafs.hadoop;

import io.gigafs.client.GigaPath;
import io.gigafs.client.PathException;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.index.Name;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.Path;

/**
 * Converts between Hadoop's paths and Giga's.
 *
 * @param uri of the file system
 */
record HadoopPaths(URI uri) {
  /** The cluster's path for an absolute path of this file system. */
  static GigaPath of(Path path) throws IOException {
    try {
      return GigaPath.parse(path.toUri().getPath());
    } catch (PathException e) {
      throw HadoopExceptions.of(path, e.asFailure());
    }
  }

  /** The path of a name with any characters: {@code new Path("a:b")} would parse a scheme. */
  Path child(Path directory, Name name) {
    String above = directory.toUri().getPath();
    return new Path(
        uri.getScheme(), uri.getAuthority(), (above.equals("/") ? "" : above) + "/" + name);
  }
}
