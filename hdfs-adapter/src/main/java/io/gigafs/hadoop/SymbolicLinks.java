package io.gigafs.hadoop;

import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSLinkResolver;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Follows symbolic links as HDFS's clients do. Servers follow links whose targets are paths. They
 * cannot follow those whose targets are URIs, which look like missing names to them.
 *
 * @param uri of the file system
 */
record SymbolicLinks(GigaClient client, URI uri) {
  /** The same limit as in FileContext. */
  static final int MOST = 32;

  /** The path with its first link to a URI replaced by its target; null if there is none. */
  @Nullable Path followToUri(Path path) throws GigaException {
    return follow(path, true);
  }

  /**
   * The path of an existing file without links, which HDFS reports in place of the requested path.
   */
  Path resolve(Path path) throws GigaException {
    Path at = path;
    for (int followed = 0; followed < MOST; followed++) {
      Path next = follow(at, false);
      if (next == null) {
        return at;
      }
      at = next;
    }
    return at;
  }

  /**
   * The raw target of a link.
   *
   * @throws IOException if it is not a link
   */
  Path text(GigaPath link) throws IOException {
    try {
      return new Path(new String(client.readLink(link), StandardCharsets.UTF_8));
    } catch (GigaException e) {
      if (e.code() == ErrorCode.EINVAL) {
        throw new IOException("Path " + uri + link + " is not a symbolic link", e);
      }
      throw e;
    }
  }

  private @Nullable Path follow(Path path, boolean onlyToUri) throws GigaException {
    String text = path.toUri().getPath();
    for (int end = text.indexOf('/', 1); ; end = text.indexOf('/', end + 1)) {
      String prefix = end < 0 ? text : text.substring(0, end);
      Path target = target(prefix, onlyToUri);
      if (target != null) {
        return end < 0 ? target : new Path(target, text.substring(end + 1));
      }
      if (end < 0) {
        return null;
      }
    }
  }

  /** The resolved target of a link; null if there is none at the path. */
  private @Nullable Path target(String prefix, boolean onlyToUri) throws GigaException {
    GigaPath link = GigaPath.parse(prefix);
    try {
      if (link.isRoot() || client.stat(link, Follow.NO).type() != FileType.SYMLINK) {
        return null;
      }
      String text = new String(client.readLink(link), StandardCharsets.UTF_8);
      return onlyToUri && !isUri(text)
          ? null
          : FSLinkResolver.qualifySymlinkTarget(
              uri, new Path(uri.getScheme(), uri.getAuthority(), prefix), new Path(text));
    } catch (GigaException e) {
      if (HadoopExceptions.isMissing(e)) {
        return null;
      }
      throw e;
    }
  }

  private static boolean isUri(String text) {
    int colon = text.indexOf(':');
    return text.startsWith("//") || (colon > 0 && text.indexOf('/') == colon + 1);
  }

  /** Whether a target is on this file system; so is one with its scheme and no cluster. */
  boolean isHere(Path target) {
    URI other = target.toUri();
    return uri.getScheme().equals(other.getScheme())
        && (other.getAuthority() == null || uri.getAuthority().equals(other.getAuthority()));
  }
}
