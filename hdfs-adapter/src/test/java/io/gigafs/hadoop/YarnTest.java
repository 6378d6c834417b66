package io.gigafs.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Runs MapReduce on YARN, whose tasks are separate processes. Job files, staging, tokens and output
 * are on Giga, the default file system.
 */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
class YarnTest {
  private static final Path TOP = new Path("/yarn");

  private static Configuration configuration() {
    Configuration conf = new YarnConfiguration(TestGiga.configuration());
    // Other processes lack the system properties of this one.
    conf.set("fs.giga.cluster.test.servers", TestGiga.servers(TestGiga.cluster()));
    conf.set(MRJobConfig.MR_AM_STAGING_DIR, "/yarn/staging");
    conf.setInt(MRJobConfig.MR_AM_VMEM_MB, 512);
    conf.set(MRJobConfig.MR_AM_COMMAND_OPTS, "-Xmx256m");
    conf.setInt(MRJobConfig.MAP_MEMORY_MB, 512);
    conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, 512);
    conf.set(MRJobConfig.MAP_JAVA_OPTS, "-Xmx256m");
    conf.set(MRJobConfig.REDUCE_JAVA_OPTS, "-Xmx256m");
    conf.setInt(MRJobConfig.IO_SORT_MB, 32);
    return conf;
  }

  @Test
  void teraSortSorts() throws Exception {
    try (MiniMRYarnCluster yarn = new MiniMRYarnCluster("giga", 1);
        FileSystem files = FileSystem.newInstance(TestGiga.ROOT, TestGiga.configuration())) {
      yarn.init(configuration());
      yarn.start();
      Configuration conf = yarn.getConfig();
      run(conf, new TeraGen(), "-Dmapreduce.job.maps=2", "20000", "/yarn/gen");
      run(conf, new TeraSort(), "-Dmapreduce.job.reduces=1", "/yarn/gen", "/yarn/sorted");
      run(conf, new TeraValidate(), "/yarn/sorted", "/yarn/report");
      assertThat(files.getContentSummary(new Path(TOP, "sorted")).getLength())
          .isGreaterThanOrEqualTo(2_000_000);
      try (FSDataInputStream report = files.open(new Path(TOP, "report/part-r-00000"))) {
        assertThat(new String(report.readAllBytes(), UTF_8))
            .startsWith("checksum")
            .doesNotContain("error");
      }
      files.delete(TOP, true);
    }
  }

  private static void run(Configuration conf, Tool tool, String... arguments) throws Exception {
    assertThat(ToolRunner.run(conf, tool, arguments)).as(List.of(arguments).toString()).isZero();
  }
}
