package io.gigafs.hadoop;

import java.io.File;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** Runs a real HDFS in its own process until its input ends. */
final class NameNodeProcess {
  private NameNodeProcess() {}

  /** Argument: a directory. Prints the URI when HDFS is ready. */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = new HdfsConfiguration();
    MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(conf, new File(arguments[0])).numDataNodes(1).build();
    hdfs.waitActive();
    System.out.println(hdfs.getFileSystem().getUri());
    while (System.in.read() >= 0) {
      // until the parent process closes the input
    }
    hdfs.shutdown();
  }
}
