package io.gigafs.hadoop;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.fs.FSMainOperationsBaseTest;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystemContractBaseTest;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** Runs Hadoop's tests of FileSystem that are older than its contract tests. */
class HadoopFileSystemTest {
  private static String home() throws IOException {
    return "/user/" + UserGroupInformation.getCurrentUser().getShortUserName();
  }

  @Nested
  class Contract extends FileSystemContractBaseTest {
    @BeforeEach
    void open() throws Exception {
      fs = FileSystem.get(TestGiga.ROOT, TestGiga.configuration());
    }

    @Override
    protected String getDefaultWorkingDirectory() {
      try {
        return home();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    protected boolean rootDirTestEnabled() {
      return true;
    }
  }

  @Nested
  class MainOperations extends FSMainOperationsBaseTest {
    @AutoClose private @Nullable FileSystem files;

    MainOperations() {
      super("/main");
    }

    /** Opens the file system as a user without superuser rights. */
    @Override
    protected FileSystem createFileSystem() throws Exception {
      FileSystem root = FileSystem.get(TestGiga.ROOT, TestGiga.configuration());
      FileSystem.mkdirs(root, new Path("/main"), new FsPermission((short) 0777));
      files =
          UserGroupInformation.createUserForTesting("alice", new String[] {"staff"})
              .doAs(
                  (PrivilegedExceptionAction<FileSystem>)
                      () -> FileSystem.newInstance(TestGiga.ROOT, TestGiga.configuration()));
      return files;
    }

    @Override
    protected Path getDefaultWorkingDirectory() {
      return new Path("giga://test/user/alice");
    }
  }
}
