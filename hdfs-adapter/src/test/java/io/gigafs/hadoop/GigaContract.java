package io.gigafs.hadoop;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** The contract that Giga declares to Hadoop's contract tests: contract/giga.xml. */
final class GigaContract extends AbstractFSContract {
  GigaContract(Configuration conf) {
    super(TestGiga.configure(conf));
    addConfResource("contract/giga.xml");
  }

  @Override
  public FileSystem getTestFileSystem() throws IOException {
    return FileSystem.get(TestGiga.ROOT, getConf());
  }

  @Override
  public String getScheme() {
    return GigaFileSystem.SCHEME;
  }

  @Override
  public Path getTestPath() {
    return new Path("/contract");
  }
}
