package io.gigafs.hadoop.volume;

import org.apache.hadoop.conf.Configuration;

/** Directories of HDFS as volumes: {@code hdfs://HOST:PORT/path}, or a name service. */
public final class HdfsProvider extends HadoopProvider {
  /** With the configuration that the class path has. */
  public HdfsProvider() {
    super("hdfs", new Configuration());
  }
}
