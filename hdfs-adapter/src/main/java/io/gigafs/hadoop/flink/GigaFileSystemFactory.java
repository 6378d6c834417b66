package io.gigafs.hadoop.flink;

import java.io.IOException;
import java.net.URI;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.runtime.fs.hdfs.HadoopFileSystem;
import org.apache.flink.runtime.util.HadoopUtils;

/**
 * Provides {@code giga://} to Flink: Flink's wrapper of Hadoop's file systems, with a recoverable
 * writer, which Flink itself has for HDFS alone. Found by the service loader.
 */
public final class GigaFileSystemFactory implements FileSystemFactory {
  private static final String SCHEME = "giga";

  private Configuration configuration = new Configuration();

  @Override
  public void configure(Configuration configuration) {
    this.configuration = configuration;
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileSystem create(URI uri) throws IOException {
    return new RecoverableFileSystem(
        org.apache.hadoop.fs.FileSystem.get(
            uri, HadoopUtils.getHadoopConfiguration(configuration)));
  }

  /** Flink's wrapper of a Hadoop file system, with a recoverable writer. */
  static final class RecoverableFileSystem extends HadoopFileSystem {
    RecoverableFileSystem(org.apache.hadoop.fs.FileSystem files) {
      super(files);
    }

    @Override
    public RecoverableWriter createRecoverableWriter() {
      return new GigaRecoverableWriter(getHadoopFileSystem());
    }
  }
}
