package io.gigafs.hadoop.flink;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream.Committer;
import org.apache.flink.core.fs.RecoverableWriter.CommitRecoverable;
import org.apache.flink.core.fs.RecoverableWriter.ResumeRecoverable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Renames a complete file to its final name, atomically. */
final class FileCommitter implements Committer {
  private final FileSystem files;
  private final WrittenFile file;

  FileCommitter(FileSystem files, WrittenFile file) {
    this.files = files;
    this.file = file;
  }

  @Override
  public void commit() throws IOException {
    long length = files.getFileStatus(file.temporary()).getLen();
    if (length != file.position()) {
      throw new IOException(
          file.temporary()
              + " has "
              + length
              + " bytes instead of "
              + file.position()
              + ": another program writes to it");
    }
    rename();
  }

  /** Repeats {@link #commit}, which may have been done before the failure. */
  @Override
  public void commitAfterRecovery() throws IOException {
    try {
      GigaRecoverableWriter.cut(files, file);
    } catch (FileNotFoundException e) {
      if (files.exists(file.target())) {
        return;
      }
      throw e;
    }
    rename();
  }

  private void rename() throws IOException {
    if (!files.rename(file.temporary(), file.target())) {
      throw new IOException(
          file.temporary()
              + " cannot be given its name: "
              + (files.exists(file.target()) ? "there is " : "there is no directory for ")
              + file.target());
    }
  }

  @Override
  public CommitRecoverable getRecoverable() {
    return file;
  }

  /**
   * The state of a written file in a checkpoint.
   *
   * @param target the final name
   * @param temporary the name until the file is complete
   * @param position number of bytes that are on disks
   */
  record WrittenFile(Path target, Path temporary, long position) implements ResumeRecoverable {}
}
