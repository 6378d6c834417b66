package io.gigafs.hadoop.flink;

import io.gigafs.hadoop.flink.FileCommitter.WrittenFile;
import java.io.IOException;
import java.util.UUID;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.fs.hdfs.HadoopFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Writes a file under a hidden temporary name in the same directory. After a failure it is
 * truncated to the position of the last checkpoint, and appended to; when complete it is renamed.
 */
final class GigaRecoverableWriter implements RecoverableWriter {
  private final FileSystem files;

  GigaRecoverableWriter(FileSystem files) {
    this.files = files;
  }

  static WrittenFile own(CommitRecoverable recoverable) {
    if (recoverable instanceof WrittenFile file) {
      return file;
    }
    throw new IllegalArgumentException(
        "a file of a checkpoint of another file system: " + recoverable);
  }

  @Override
  public RecoverableFsDataOutputStream open(org.apache.flink.core.fs.Path path) throws IOException {
    Path target = files.makeQualified(HadoopFileSystem.toHadoopPath(path));
    Path temporary =
        new Path(target.getParent(), "." + target.getName() + ".inprogress." + UUID.randomUUID());
    return new RecoverableStream(files, target, temporary, files.create(temporary, false));
  }

  @Override
  public RecoverableFsDataOutputStream recover(ResumeRecoverable recoverable) throws IOException {
    WrittenFile file = own(recoverable);
    cut(files, file);
    return new RecoverableStream(
        files, file.target(), file.temporary(), files.append(file.temporary()));
  }

  /** Truncates what was written after the position. */
  static void cut(FileSystem files, WrittenFile file) throws IOException {
    FileStatus status = files.getFileStatus(file.temporary());
    if (status.getLen() < file.position()) {
      throw new IOException(
          file.temporary()
              + " has "
              + status.getLen()
              + " bytes, but the checkpoint was made when it had "
              + file.position());
    }
    if (status.getLen() > file.position()) {
      files.truncate(file.temporary(), file.position());
    }
  }

  @Override
  public boolean requiresCleanupOfRecoverableState() {
    return false;
  }

  @Override
  public boolean cleanupRecoverableState(ResumeRecoverable recoverable) {
    return false;
  }

  @Override
  public RecoverableFsDataOutputStream.Committer recoverForCommit(CommitRecoverable recoverable) {
    return new FileCommitter(files, own(recoverable));
  }

  @Override
  public SimpleVersionedSerializer<CommitRecoverable> getCommitRecoverableSerializer() {
    return new WrittenFileSerializer<>(CommitRecoverable.class);
  }

  @Override
  public SimpleVersionedSerializer<ResumeRecoverable> getResumeRecoverableSerializer() {
    return new WrittenFileSerializer<>(ResumeRecoverable.class);
  }

  @Override
  public boolean supportsResume() {
    return true;
  }
}
