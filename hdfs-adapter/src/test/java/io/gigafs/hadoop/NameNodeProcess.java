package io.gigafs.hadoop;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A real HDFS in a process of its own, until its input ends. */
final class NameNodeProcess {
  private NameNodeProcess() {}

  /** Arguments: a directory. Prints the URI once it is up. */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = new HdfsConfiguration();
    MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(conf, new File(arguments[0])).numDataNodes(1).build();
    hdfs.waitActive();
    System.out.println(hdfs.getFileSystem().getUri());
    while (System.in.read() >= 0) {
      // until whoever started it is gone
    }
    hdfs.shutdown();
  }
}
