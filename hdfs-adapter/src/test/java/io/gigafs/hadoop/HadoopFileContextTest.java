package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.FCStatisticsBaseTest;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileContextCreateMkdirBaseTest;
import org.apache.hadoop.fs.FileContextMainOperationsBaseTest;
import org.apache.hadoop.fs.FileContextPermissionBase;
import org.apache.hadoop.fs.FileContextTestHelper;
import org.apache.hadoop.fs.FileContextTestWrapper;
import org.apache.hadoop.fs.FileContextURIBase;
import org.apache.hadoop.fs.FileContextUtilBase;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystemTestWrapper;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SymlinkBaseTest;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** Runs Hadoop's own tests of FileContext. */
class HadoopFileContextTest {
  private static FileContext files() throws IOException {
    return FileContext.getFileContext(TestGiga.ROOT, TestGiga.configuration());
  }

  @Nested
  class MainOperations extends FileContextMainOperationsBaseTest {
    @Override
    @BeforeEach
    public void setUp() throws Exception {
      fc = files();
      super.setUp();
    }

    @Override
    protected Path getDefaultWorkingDirectory() throws IOException {
      return fc.makeQualified(
          new Path("/user/" + UserGroupInformation.getCurrentUser().getShortUserName()));
    }

    @Override
    protected boolean listCorruptedBlocksSupported() {
      return false;
    }
  }

  @Nested
  class CreateMkdir extends FileContextCreateMkdirBaseTest {
    @Override
    @BeforeEach
    public void setUp() throws Exception {
      fc = files();
      super.setUp();
    }
  }

  @Nested
  class Permission extends FileContextPermissionBase {
    @Override
    protected FileContextTestHelper getFileContextHelper() {
      return new FileContextTestHelper();
    }

    @Override
    protected FileContext getFileContext() throws Exception {
      return files();
    }
  }

  @Nested
  class Uri extends FileContextURIBase {
    @Override
    @BeforeEach
    public void setUp() throws Exception {
      fc1 = files();
      fc2 = FileContext.getFileContext(TestGiga.ROOT, TestGiga.configuration());
      super.setUp();
    }
  }

  @Nested
  class Util extends FileContextUtilBase {
    @Override
    @BeforeEach
    public void setUp() throws Exception {
      fc = files();
      super.setUp();
    }
  }

  @Nested
  class Statistics extends FCStatisticsBaseTest {
    @BeforeEach
    void open() throws Exception {
      FileContext.clearStatistics();
      fc = files();
      fc.mkdir(fileContextTestHelper.getTestRootPath(fc, "test"), FileContext.DEFAULT_PERM, true);
    }

    @Override
    protected void verifyReadBytes(FileSystem.Statistics stats) {
      assertThat(stats.getBytesRead()).isEqualTo(2L * blockSize);
    }

    @Override
    protected void verifyWrittenBytes(FileSystem.Statistics stats) {
      assertThat(stats.getBytesWritten()).isEqualTo(blockSize);
    }

    @Override
    protected URI getFsUri() {
      return URI.create("giga://test");
    }
  }

  @Nested
  class SymlinksOfFileContext extends Symlinks {
    @BeforeEach
    @Override
    public void setUp() throws Exception {
      wrapper = new FileContextTestWrapper(files());
      super.setUp();
    }
  }

  @Nested
  class SymlinksOfFileSystem extends Symlinks {
    @AutoClose private @Nullable FileSystem files;

    @BeforeEach
    @Override
    public void setUp() throws Exception {
      files = FileSystem.newInstance(TestGiga.ROOT, TestGiga.configuration());
      wrapper = new FileSystemTestWrapper(files);
      super.setUp();
    }
  }

  /** Symbolic links within the cluster. */
  abstract static class Symlinks extends SymlinkBaseTest {
    @Override
    protected String getScheme() {
      return GigaFileSystem.SCHEME;
    }

    @Override
    protected String testBaseDir1() {
      return "/test1";
    }

    @Override
    protected String testBaseDir2() {
      return "/test2";
    }

    @Override
    protected URI testURI() {
      return URI.create("giga://test");
    }
  }
}
