package io.gigafs.hadoop;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** {@link GigaFileSystem} for FileContext: the setting fs.AbstractFileSystem.giga.impl. */
public final class GigaFs extends DelegateToFileSystem {
  private final GigaFileSystem files;

  /** Called by Hadoop. */
  public GigaFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    this(uri, conf, GigaFileSystem.forFileContext());
  }

  private GigaFs(URI uri, Configuration conf, GigaFileSystem files)
      throws IOException, URISyntaxException {
    super(withCluster(uri), files, conf, GigaFileSystem.SCHEME, false);
    this.files = files;
  }

  /**
   * Checks that the URI has an authority. The base class does so only for file systems with a
   * default port, and with one it would drop all servers but one.
   */
  private static URI withCluster(URI uri) {
    if (uri.getAuthority() == null) {
      throw new HadoopIllegalArgumentException("'" + uri + "' names no cluster");
    }
    return uri;
  }

  /** Lists with block locations, requested for many files at a time. */
  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
    checkPath(path);
    return files.listLocatedStatus(path);
  }

  @Override
  public void renameInternal(Path from, Path to) throws IOException {
    renameInternal(from, to, false);
  }

  @Override
  public void renameInternal(Path from, Path to, boolean overwrite) throws IOException {
    files.rename(from, to, overwrite ? Options.Rename.OVERWRITE : Options.Rename.NONE);
  }
}
