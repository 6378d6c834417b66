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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs Flink's file sink with files and checkpoints on Giga. The job fails and restarts, in a
 * process with Flink's libraries, the shaded jar and Hadoop's client ({@code src/test/flink}).
 */
@EnabledIfSystemProperty(named = "giga.flink", matches = "true")
class FlinkIT {
  private static final Path SOURCE =
      Path.of("src", "test", "flink", "io", "gigafs", "hadoop", "flink", "FlinkProgram.java");
  private static final Path CLIENTS = Path.of("target", "hadoop-clients");
  private static final String HADOOP = "3.3.6";
  private static final long DEADLINE_SECONDS = 300;

  /** The packages that Flink's scripts open on Java 17. */
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.reflect",
          "java.net",
          "java.text",
          "java.time",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks");

  @TempDir Path scratch;

  @Test
  void restartedJobWritesEveryRecordOnce() throws Exception {
    String libraries = Files.readString(Path.of("target", "flink", "classpath"));
    assertThat(run(libraries, "giga://main/flink")).contains("failed true", "records 3000");
  }

  private List<String> run(String libraries, String directory) throws Exception {
    Path classes = Files.createDirectory(scratch.resolve("classes"));
    assertThat(
            ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                    System.out,
                    System.err,
                    "-proc:none",
                    "-d",
                    classes.toString(),
                    "-cp",
                    libraries,
                    SOURCE.toString()))
        .isZero();
    Path site = Files.createDirectory(scratch.resolve("conf"));
    Files.writeString(
        site.resolve("core-site.xml"),
        "<configuration><property><name>fs.giga.cluster.main.servers</name><value>"
            + TestGiga.servers(TestGiga.cluster())
            + "</value></property></configuration>");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.addAll(
        List.of(
            "-cp",
            String.join(
                File.pathSeparator,
                classes.toString(),
                site.toString(),
                Path.of("target", "hdfs-adapter-shaded.jar").toAbsolutePath().toString(),
                client("hadoop-client-api"),
                client("hadoop-client-runtime"),
                commonsLogging(),
                libraries),
            "io.gigafs.hadoop.flink.FlinkProgram",
            directory));
    Path log = scratch.resolve("log");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("HADOOP_CONF_DIR", site.toString());
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as("%s", Files.readString(log)).isZero();
    return Files.readAllLines(log);
  }

  /** The library that Hadoop's client expects on the class path. */
  private static String commonsLogging() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> entry.contains("commons-logging"))
        .findFirst()
        .orElseThrow();
  }

  private static String client(String name) {
    return CLIENTS.resolve(name + "-" + HADOOP + ".jar").toAbsolutePath().toString();
  }
}
