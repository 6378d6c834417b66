package io.gigafs.hadoop.flink;

import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.runtime.fs.hdfs.HadoopFileSystem;

/** Flink's wrapper of a Hadoop file system, with a recoverable writer. */
final class RecoverableFileSystem extends HadoopFileSystem {
  RecoverableFileSystem(org.apache.hadoop.fs.FileSystem files) {
    super(files);
  }

  @Override
  public RecoverableWriter createRecoverableWriter() {
    return new GigaRecoverableWriter(getHadoopFileSystem());
  }
}
