package io.gigafs.hadoop.flink;

import io.gigafs.hadoop.flink.FileCommitter.WrittenFile;
import java.io.IOException;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter.ResumeRecoverable;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes a file that can be resumed. For one thread. */
final class RecoverableStream extends RecoverableFsDataOutputStream {
  private final FileSystem files;
  private final Path target;
  private final Path temporary;
  private final FSDataOutputStream out;

  RecoverableStream(FileSystem files, Path target, Path temporary, FSDataOutputStream out) {
    this.files = files;
    this.target = target;
    this.temporary = temporary;
    this.out = out;
  }

  @Override
  public void write(int value) throws IOException {
    out.write(value);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    out.write(from, offset, length);
  }

  @Override
  public long getPos() {
    return out.getPos();
  }

  @Override
  public void flush() throws IOException {
    out.hflush();
  }

  @Override
  public void sync() throws IOException {
    out.hsync();
  }

  /** Syncs to disks, since the data of a checkpoint must survive a crash of servers, too. */
  @Override
  public ResumeRecoverable persist() throws IOException {
    out.hsync();
    return written();
  }

  private WrittenFile written() {
    return new WrittenFile(target, temporary, out.getPos());
  }

  @Override
  public Committer closeForCommit() throws IOException {
    WrittenFile file = written();
    out.hsync();
    out.close();
    return new FileCommitter(files, file);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
