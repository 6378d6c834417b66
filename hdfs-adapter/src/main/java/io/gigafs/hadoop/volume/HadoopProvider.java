package io.gigafs.hadoop.volume;

import io.gigafs.hadoop.identity.Identities;
import io.gigafs.volume.StoredTree;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.VolumeProvider;
import io.gigafs.volume.VolumeRoots;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Provides directories of a Hadoop file system with append and truncate as volumes. Safe for use by
 * several threads.
 */
public class HadoopProvider implements VolumeProvider {
  private final String scheme;
  private final Configuration conf;

  /**
   * Creates a provider for one scheme; Hadoop finds the file system.
   *
   * @param conf the content of core-site.xml and hdfs-site.xml
   */
  public HadoopProvider(String scheme, Configuration conf) {
    this.scheme = scheme;
    this.conf = conf;
  }

  @Override
  public final String scheme() {
    return scheme;
  }

  /**
   * HDFS reports locations; another file system reports at least the machine where it is mounted.
   */
  @Override
  public final boolean reportsBlocks() {
    return true;
  }

  @Override
  public final Volume open(URI uri, VolumeMark mark, VolumeRoots roots) throws VolumeException {
    VolumeFailures failures = new VolumeFailures(mark.volume(), uri);
    return failures.attempt(
        "be opened",
        "",
        () -> {
          FileSystem files = FileSystem.newInstance(uri, conf);
          try {
            HdfsMarkFile markFile = new HdfsMarkFile(files, new Path(uri), mark, failures);
            markFile.check();
            return new HadoopVolume(files, new Path(uri), conf, markFile, failures);
          } catch (IOException e) {
            files.close();
            throw e;
          }
        });
  }

  /** {@inheritDoc} A Hadoop file system has no links that could lead elsewhere. */
  @Override
  public final Optional<VolumeMark> inspect(URI uri, boolean adopts, VolumeRoots roots)
      throws VolumeException {
    VolumeFailures failures = new VolumeFailures(uri.toString());
    return failures.attempt(
        "be made a volume",
        "",
        () -> {
          try (FileSystem files = FileSystem.newInstance(uri, conf)) {
            Path root = new Path(uri);
            files.getFileStatus(root);
            Optional<VolumeMark> mark = HdfsMarkFile.markAt(files, root, failures);
            if (mark.isEmpty() && !adopts) {
              checkEmpty(files, root, failures);
            }
            return mark;
          }
        });
  }

  @Override
  public final void prepare(URI uri, VolumeMark mark, boolean adopts) throws VolumeException {
    with(
        uri,
        mark,
        "be made a volume",
        (files, markFile, failures) -> {
          if (!markFile.isThere()) {
            if (!adopts) {
              checkEmpty(files, new Path(uri), failures);
            }
            markFile.write();
          }
        });
  }

  private static void checkEmpty(FileSystem files, Path root, VolumeFailures failures)
      throws IOException {
    for (FileStatus found : files.listStatus(root)) {
      if (!found.getPath().getName().startsWith(".")) {
        throw failures.of(
            VolumeException.Kind.EXISTS,
            "it is not empty: it holds '" + found.getPath().getName() + "'",
            null);
      }
    }
  }

  @Override
  public final void release(URI uri, VolumeMark mark) throws VolumeException {
    with(uri, mark, "be released", (files, markFile, failures) -> markFile.remove());
  }

  @Override
  public final StoredTree tree(URI uri, Consumer<String> warnings) throws VolumeException {
    VolumeFailures failures = new VolumeFailures(uri.toString());
    return failures.attempt(
        "be read",
        "",
        () -> {
          FileSystem files = FileSystem.newInstance(uri, conf);
          try {
            Owners owners = new Owners(Identities.of(conf), warnings);
            return new HadoopTree(files, new Path(uri), owners, failures);
          } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
          }
        });
  }

  /** An operation on a volume's root. */
  private interface Step {
    void run(FileSystem files, HdfsMarkFile mark, VolumeFailures failures) throws IOException;
  }

  private void with(URI uri, VolumeMark mark, String verb, Step step) throws VolumeException {
    VolumeFailures failures = new VolumeFailures(mark.volume(), uri);
    failures.attempt(
        verb,
        "",
        () -> {
          try (FileSystem files = FileSystem.newInstance(uri, conf)) {
            step.run(files, new HdfsMarkFile(files, new Path(uri), mark, failures), failures);
          }
          return uri;
        });
  }
}
