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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Submits Spark jobs with Giga as the default file system, as {@code spark-submit} does with the
 * shaded jar in {@code spark.driver.extraClassPath}. Spark runs in its own process with the
 * libraries of its release ({@code src/test/spark}, {@code src/test/spark-3.5}).
 */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
class SparkIT {
  private static final Path SOURCES = Path.of("src", "test");
  private static final org.apache.hadoop.fs.Path TOP = new org.apache.hadoop.fs.Path("/spark");
  private static final long PATIENCE_SECONDS = 300;

  /** The packages that Spark's scripts open on Java 17. */
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

  @ParameterizedTest
  @CsvSource({"spark, 4.1.1, 3.4.2", "spark-3.5, 3.5.9, 3.3.4"})
  void parquetIsWrittenReadAndOverwrittenByPartitions(String libraries, String spark, String hadoop)
      throws Exception {
    try (FileSystem files = FileSystem.newInstance(TestGiga.ROOT, TestGiga.configuration())) {
      String printed = submit(files, libraries, "spark/SparkProgram", TOP.toString(), List.of());
      assertThat(printed).contains("done: Spark " + spark + " with Hadoop " + hadoop);
      assertThat(names(files, "table"))
          .containsExactlyInAnyOrder("_SUCCESS", "day=0", "day=1", "day=2", "day=3", "day=4");
      assertThat(names(files, "")).contains("warehouse");
      assertThat(files.delete(TOP, true)).isTrue();
    }
  }

  @Test
  void hudiTablesAreChangedAndReadThroughViewFs() throws Exception {
    List<String> settings =
        List.of(
            "spark.hadoop.fs.viewfs.mounttable.main.link./spark=giga://main" + TOP,
            "spark.serializer=org.apache.spark.serializer.KryoSerializer",
            "spark.kryo.registrator=org.apache.spark.HoodieSparkKryoRegistrar",
            "spark.sql.extensions=org.apache.spark.sql.hudi.HoodieSparkSessionExtension",
            "spark.sql.catalog.spark_catalog=org.apache.spark.sql.hudi.catalog.HoodieCatalog");
    try (FileSystem files = FileSystem.newInstance(TestGiga.ROOT, TestGiga.configuration())) {
      String printed =
          submit(files, "spark-3.5", "hudi/HudiProgram", "viewfs://main" + TOP, settings);
      assertThat(printed).contains("done: Hudi on Spark 3.5.9 with Hadoop 3.3.4");
      assertThat(names(files, "merged")).contains(".hoodie", "0", "1", "2");
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

  /** Compiles the job and returns its jar. */
  private Path jar(String program, String libraries) throws Exception {
    Path classes = Files.createDirectory(local.resolve("classes"));
    Path jar = local.resolve("app.jar");
    run("javac", "-proc:none", "-d", classes.toString(), "-cp", libraries, source(program));
    run("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
    return jar;
  }

  private static void run(String tool, String... arguments) {
    ToolProvider found = ToolProvider.findFirst(tool).orElseThrow();
    assertThat(found.run(System.out, System.err, arguments)).as(tool).isZero();
  }

  private static String source(String program) {
    String parent = program.substring(0, program.indexOf('/'));
    return SOURCES.resolve(parent).resolve("io/gigafs/hadoop/" + program + ".java").toString();
  }

  /**
   * Submits a job whose jar is on Giga and returns its output. The job must succeed.
   *
   * @param release the folder with the class path of Spark
   * @param program the job's class, below {@code io/gigafs/hadoop}
   */
  private String submit(
      FileSystem files, String release, String program, String argument, List<String> settings)
      throws Exception {
    String libraries = Files.readString(Path.of("target", release, "classpath"));
    files.mkdirs(TOP);
    files.copyFromLocalFile(
        new org.apache.hadoop.fs.Path(jar(program, libraries).toString()),
        new org.apache.hadoop.fs.Path(TOP, "app.jar"));
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
    Stream<String> site =
        Stream.of(
            "spark.hadoop.fs.defaultFS=giga://main/",
            "spark.hadoop.fs.giga.cluster.main.servers=" + TestGiga.servers(TestGiga.cluster()),
            "spark.sql.warehouse.dir=/spark/warehouse",
            "spark.sql.shuffle.partitions=4",
            "spark.local.dir=" + local,
            "spark.driver.host=127.0.0.1",
            "spark.driver.bindAddress=127.0.0.1",
            "spark.ui.enabled=false");
    Stream.concat(site, settings.stream())
        .forEach(setting -> command.addAll(List.of("--conf", setting)));
    command.addAll(
        List.of(
            "--master",
            "local[2]",
            "--class",
            "io.gigafs.hadoop." + program.replace('/', '.'),
            "giga://main" + TOP + "/app.jar",
            argument));
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
