package io.gigafs.hadoop.older;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystemContractBaseTest;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.Before;

/** Runs the FileSystem tests of an older Hadoop that are older than its contract tests. */
public final class OlderFileSystemTest extends FileSystemContractBaseTest {
  private String home = "";

  @Before
  public void open() throws Exception {
    fs = FileSystem.get(OlderContract.ROOT, new Configuration());
    home = "/user/" + UserGroupInformation.getCurrentUser().getShortUserName();
  }

  @Override
  protected String getDefaultWorkingDirectory() {
    return home;
  }

  @Override
  protected boolean rootDirTestEnabled() {
    return true;
  }
}
