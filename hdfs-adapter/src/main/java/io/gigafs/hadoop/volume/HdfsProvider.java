package io.gigafs.hadoop.volume;

import org.apache.hadoop.conf.Configuration;

/** Provides directories of HDFS as volumes: {@code hdfs://HOST:PORT/path}, or a name service. */
public final class HdfsProvider extends HadoopProvider {
  /** Uses the configuration on the class path. */
  public HdfsProvider() {
    super("hdfs", new Configuration());
  }
}
