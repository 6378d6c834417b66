package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job of Spark with Giga as the default file system, submitted as {@code spark-submit} does it
 * with the shaded jar in {@code spark.driver.extraClassPath}. Spark is a process of its own, with
 * its own libraries ({@code src/test/spark}).
 */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
class SparkIT {
  private static final Path SOURCE =
      Path.of("src", "test", "spark", "io", "gigafs", "hadoop", "spark", "SparkProgram.java");
  private static final org.apache.hadoop.fs.Path TOP = new org.apache.hadoop.fs.Path("/spark");
  private static final long PATIENCE_SECONDS = 300;

  /** What Spark's own scripts open to it on Java 17. */
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "jdk.internal.ref",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  @TempDir Path local;

  @Test
  void parquetIsWrittenReadAndOverwrittenByPartitions() throws Exception {
    String libraries = Files.readString(Path.of("target", "spark", "classpath"));
    try (FileSystem files = FileSystem.newInstance(TestGiga.ROOT, TestGiga.configuration())) {
      files.mkdirs(TOP);
      files.copyFromLocalFile(
          new org.apache.hadoop.fs.Path(program(libraries).toString()),
          new org.apache.hadoop.fs.Path(TOP, "app.jar"));
      assertThat(submit(libraries)).contains("done: Spark 4.1.1 with Hadoop 3.4.2");
      assertThat(names(files, "table"))
          .containsExactlyInAnyOrder("_SUCCESS", "day=0", "day=1", "day=2", "day=3", "day=4");
      assertThat(names(files, "")).contains("warehouse");
      assertThat(files.delete(TOP, true)).isTrue();
    }
  }

  private static List<String> names(FileSystem files, String below) throws Exception {
    List<String> names = new ArrayList<>();
    for (FileStatus found : files.listStatus(new org.apache.hadoop.fs.Path(TOP + "/" + below))) {
      names.add(found.getPath().getName());
    }
    return names;
  }

  /** The job's jar. */
  private Path program(String libraries) throws Exception {
    Path classes = Files.createDirectory(local.resolve("classes"));
    Path jar = local.resolve("app.jar");
    run("javac", "-d", classes.toString(), "-cp", libraries, SOURCE.toString());
    run("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
    return jar;
  }

  private static void run(String tool, String... arguments) {
    ToolProvider found = ToolProvider.findFirst(tool).orElseThrow();
    assertThat(found.run(System.out, System.err, arguments)).as(tool).isZero();
  }

  /** What the job prints; it has to end well. */
  private String submit(String libraries) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.addAll(
        List.of(
            "-cp",
            String.join(
                File.pathSeparator,
                Path.of("target", "hdfs-adapter-shaded.jar").toAbsolutePath().toString(),
                libraries),
            "org.apache.spark.deploy.SparkSubmit"));
    Stream.of(
            "spark.hadoop.fs.defaultFS=giga://main/",
            "spark.hadoop.fs.giga.cluster.main.servers=" + TestGiga.servers(TestGiga.cluster()),
            "spark.sql.warehouse.dir=/spark/warehouse",
            "spark.sql.shuffle.partitions=4",
            "spark.local.dir=" + local,
            "spark.driver.host=127.0.0.1",
            "spark.driver.bindAddress=127.0.0.1",
            "spark.ui.enabled=false")
        .forEach(setting -> command.addAll(List.of("--conf", setting)));
    command.addAll(
        List.of(
            "--master",
            "local[2]",
            "--class",
            "io.gigafs.hadoop.spark.SparkProgram",
            "giga://main" + TOP + "/app.jar",
            TOP.toString()));
    Path log = local.resolve("log");
    Process process =
        new ProcessBuilder(command)
            .directory(local.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(log);
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
