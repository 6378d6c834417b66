package io.gigafs.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.TestDFSIO;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.NNBench;
import org.apache.hadoop.tools.DistCp;
import org.apache.hadoop.tools.DistCpOptions;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Runs programs of the Hadoop distribution with a Giga cluster as the default file system. */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
class HadoopProgramsTest {
  private static final Path TOP = new Path("/programs");

  @TempDir java.nio.file.Path local;

  private final Configuration conf = TestGiga.configuration();

  @AutoClose private final FileSystem files = open();

  private FileSystem open() {
    try {
      return FileSystem.newInstance(TestGiga.ROOT, conf);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void setUp() throws Exception {
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", local.toString());
    files.mkdirs(TOP);
  }

  @AfterEach
  void tearDown() throws Exception {
    files.delete(TOP, true);
  }

  private void run(Tool tool, String... arguments) throws Exception {
    assertThat(ToolRunner.run(conf, tool, arguments)).as(List.of(arguments).toString()).isZero();
  }

  @Test
  void teraSortSorts() throws Exception {
    run(new TeraGen(), "-Dmapreduce.job.maps=4", "200000", "/programs/gen");
    assertThat(files.getContentSummary(new Path(TOP, "gen")).getLength()).isEqualTo(20_000_000);
    run(new TeraSort(), "-Dmapreduce.job.reduces=2", "/programs/gen", "/programs/sorted");
    run(new TeraValidate(), "/programs/sorted", "/programs/report");
    try (FSDataInputStream report = files.open(new Path(TOP, "report/part-r-00000"))) {
      String text = new String(report.readAllBytes(), UTF_8);
      assertThat(text).startsWith("checksum").doesNotContain("error");
    }
  }

  @Test
  void dfsIoWritesReadsAndAppends() throws Exception {
    conf.set("test.build.data", "/programs/io");
    java.nio.file.Path result = local.resolve("result");
    for (String kind : List.of("-write", "-append", "-read", "-truncate")) {
      run(new TestDFSIO(), kind, "-nrFiles", "4", "-size", "8MB", "-resFile", result.toString());
    }
    assertThat(Files.readString(result)).contains("write", "append", "read", "Throughput mb/sec");
  }

  /** All map tasks start at one given time, so they must run concurrently. */
  @Test
  void nnBenchCreatesOpensRenamesAndDeletes() throws Exception {
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    Path data = new Path(TOP, "nn/data");
    assertThat(nnBench("create_write")).contains("# exceptions: 0");
    assertThat(files.getContentSummary(data).getFileCount()).isEqualTo(100);
    assertThat(nnBench("open_read")).contains("# exceptions: 0");
    assertThat(nnBench("delete")).contains("# exceptions: 0");
    assertThat(files.getContentSummary(data).getFileCount()).isZero();
    assertThat(nnBench("create_write")).contains("# exceptions: 0");
    assertThat(nnBench("rename")).contains("# exceptions: 0");
    assertThat(files.listStatus(data))
        .hasSize(100)
        .allMatch(file -> file.getPath().getName().contains("_r_"));
  }

  /** Returns the report of one operation, which the program writes to its working directory. */
  private String nnBench(String operation) throws Exception {
    java.nio.file.Path said = java.nio.file.Path.of("NNBench_results.log");
    Files.deleteIfExists(said);
    long startSeconds = System.currentTimeMillis() / 1_000 + 10;
    try {
      run(
          new NNBench(),
          ("-operation " + operation + " -maps 2 -reduces 1 -startTime " + startSeconds)
              .concat(" -blockSize 1 -bytesToWrite 0 -numberOfFiles 50 -baseDir /programs/nn")
              .split(" "));
      return Files.readString(said);
    } finally {
      Files.deleteIfExists(said);
    }
  }

  @Test
  void distCpCopiesBothWays() throws Exception {
    conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(new HdfsConfiguration(conf), local.resolve("hdfs").toFile())
            .numDataNodes(1)
            .build();
    try {
      FileSystem old = hdfs.getFileSystem();
      Path there = old.makeQualified(new Path("/data"));
      byte[] bytes = new byte[3 << 20];
      new Random(5).nextBytes(bytes);
      for (int i = 0; i < 20; i++) {
        try (FSDataOutputStream out = old.create(new Path(there, "d" + i % 4 + "/f" + i))) {
          out.write(bytes, 0, i * 150_000);
        }
      }
      Path here = files.makeQualified(new Path(TOP, "copy"));
      copy(there, here);
      assertThat(files.getContentSummary(here).getLength())
          .isEqualTo(old.getContentSummary(there).getLength());
      Path back = old.makeQualified(new Path("/back"));
      copy(here, back);
      try (FSDataInputStream in = old.open(new Path(back, "copy/data/d3/f19"))) {
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOf(bytes, 19 * 150_000));
      }
    } finally {
      hdfs.shutdown();
    }
  }

  private void copy(Path from, Path to) throws Exception {
    DistCpOptions options =
        new DistCpOptions.Builder(Collections.singletonList(from), to).maxMaps(4).build();
    assertThat(new DistCp(conf, options).execute().isSuccessful()).isTrue();
  }
}
