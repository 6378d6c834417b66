package io.gigafs.hadoop;

import io.gigafs.protocol.GigaException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnresolvedLinkException;

/**
 * Asks again what found nothing, with links in the path replaced that servers cannot follow.
 *
 * @param follows whether those that stay on this file system are followed here; if not, whoever
 *     asks is told where they lead
 */
record BeyondLinks(SymbolicLinks links, Configuration conf, boolean follows) {
  /** Asks until something is there; without such a link fails as before. */
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
        return call.on(Paths.of(at));
      } catch (GigaException e) {
        failure = e;
      }
    }
    throw new IOException(path + ": more than " + SymbolicLinks.MOST + " symbolic links");
  }
}
