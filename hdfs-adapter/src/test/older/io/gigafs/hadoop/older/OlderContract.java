package io.gigafs.hadoop.older;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/**
 * The contract that Giga declares to the tests of an older Hadoop. It equals that of the newest.
 */
final class OlderContract extends AbstractFSContract {
  static final URI ROOT = URI.create("giga://test/");

  OlderContract(Configuration conf) {
    super(conf);
    conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, ROOT.toString());
    addConfResource("contract/giga.xml");
  }

  @Override
  public FileSystem getTestFileSystem() throws IOException {
    return FileSystem.get(ROOT, getConf());
  }

  @Override
  public String getScheme() {
    return "giga";
  }

  @Override
  public Path getTestPath() {
    return new Path("/older-contract");
  }
}
