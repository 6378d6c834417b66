package io.gigafs.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Tests a cluster under the scheme {@code viewfs}, for programs that know a fixed list of schemes,
 * with the settings of docs/hadoop.md. The calls are those of table formats: append, truncate,
 * rename, list and read back.
 */
class ViewFsTest {
  private static final Path TOP = new Path("/view");

  private final Configuration conf = configuration();

  @AutoClose private final FileSystem files = open();

  private static Configuration configuration() {
    Configuration conf = TestGiga.configuration();
    conf.set("fs.viewfs.mounttable.main.link./view", TestGiga.ROOT + "view");
    return conf;
  }

  private FileSystem open() {
    try {
      return FileSystem.newInstance(URI.create("viewfs://main/"), conf);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The top directory of a link cannot be removed through the link. */
  @AfterEach
  void removeAll() throws IOException {
    for (FileStatus status : files.listStatus(TOP)) {
      files.delete(status.getPath(), true);
    }
  }

  private void write(Path path, String text) throws IOException {
    try (FSDataOutputStream out = files.create(path, true)) {
      out.write(text.getBytes(UTF_8));
    }
  }

  private String read(Path path) throws IOException {
    try (FSDataInputStream in = files.open(path)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void timelineFilesAreRenamedWithoutReplacing() throws IOException {
    assertThat(files).isInstanceOf(ViewFileSystem.class);
    Path timeline = new Path(TOP, ".hoodie/timeline");
    assertThat(files.mkdirs(timeline)).isTrue();
    Path inflight = new Path(timeline, "1.commit.inflight");
    Path complete = new Path(timeline, "1.commit");
    write(inflight, "planned");
    assertThat(files.rename(inflight, complete)).isTrue();
    assertThat(files.exists(inflight)).isFalse();
    assertThat(read(complete)).isEqualTo("planned");
    write(inflight, "again");
    assertThat(files.rename(inflight, complete)).as("nothing is replaced").isFalse();
    assertThat(read(complete)).isEqualTo("planned");
    FileStatus[] listed = files.listStatus(timeline);
    assertThat(listed).hasSize(2);
    assertThat(listed[0].getPath().toUri().getScheme()).isEqualTo("viewfs");
  }

  @Test
  void logIsAppendedAndTruncated() throws IOException {
    Path log = new Path(TOP, "part=1/.f1_1.log.1");
    write(log, "first ");
    try (FSDataOutputStream out = files.append(log)) {
      out.write("second".getBytes(UTF_8));
      out.hsync();
    }
    assertThat(read(log)).isEqualTo("first second");
    assertThat(files.truncate(log, 5)).isTrue();
    assertThat(read(log)).isEqualTo("first");
    FileChecksum sum = files.getFileChecksum(log);
    assertThat(sum.getAlgorithmName()).isEqualTo("COMPOSITE-CRC32C");
    RemoteIterator<LocatedFileStatus> each = files.listFiles(TOP, true);
    LocatedFileStatus only = each.next();
    assertThat(only.getPath()).isEqualTo(files.makeQualified(log));
    assertThat(each.hasNext()).isFalse();
  }

  @Test
  void fileContextSeesTheSameFiles() throws IOException {
    write(new Path(TOP, "a"), "text");
    FileContext context = FileContext.getFileContext(URI.create("viewfs://main/"), conf);
    assertThat(context.getFileStatus(new Path(TOP, "a")).getLen()).isEqualTo(4);
  }
}
