package io.gigafs.hadoop;

import io.gigafs.hadoop.ClusterFileSystem.PathCall;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnresolvedLinkException;

/**
 * Repeats a failed lookup, with links in the path resolved that servers cannot follow.
 *
 * @param follows whether links within this file system are followed here; if not, an exception
 *     reports their targets
 */
record BeyondLinks(SymbolicLinks links, Configuration conf, boolean follows) {
  /** Repeats the call until something is found; fails as before if there is no such link. */
  <T> T ask(Path path, PathCall<T> call, FailureText failures, GigaException missing)
      throws IOException {
    Path at = path;
    GigaException failure = missing;
    for (int followed = 0; followed < SymbolicLinks.MOST; followed++) {
      Path next = links.followToUri(at);
      if (next == null) {
        throw failures.of(at, failure);
      }
      if (!follows) {
        throw new UnresolvedLinkException(path + " leads to " + next);
      }
      if (!links.isHere(next)) {
        throw new UnresolvedLinkException(
            path + " leads to " + next + " on " + next.getFileSystem(conf).getUri());
      }
      at = next;
      try {
        return call.on(HadoopPaths.of(at));
      } catch (GigaException e) {
        failure = e;
      }
    }
    throw new IOException(path + ": more than " + SymbolicLinks.MOST + " symbolic links");
  }
}
