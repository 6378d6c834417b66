package io.gigafs.hadoop.flink;

import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.runtime.fs.hdfs.HadoopFileSystem;

/** What Flink has for any file system of Hadoop, and a writer that can go on. */
final class RecoverableFileSystem extends HadoopFileSystem {
  RecoverableFileSystem(org.apache.hadoop.fs.FileSystem files) {
    super(files);
  }

  @Override
  public RecoverableWriter createRecoverableWriter() {
    return new GigaRecoverableWriter(getHadoopFileSystem());
  }
}
