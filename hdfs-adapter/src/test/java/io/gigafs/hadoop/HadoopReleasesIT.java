package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the shaded jar with the client jars of all supported Hadoop releases, each in its own JVM
 * ({@code src/test/releases}).
 */
class HadoopReleasesIT {
  private static final Path JAR = Path.of("target", "hdfs-adapter-shaded.jar").toAbsolutePath();
  private static final Path CLIENTS = Path.of("target", "hadoop-clients");
  private static final Path SOURCES = Path.of("src", "test", "releases");
  private static final String OLDEST = "3.3.1";
  private static final String VERSIONED = "META-INF/versions/";
  private static final int JAVA_8 = 52;
  private static final int MAJOR_OFFSET = 7;
  private static final long DEADLINE_SECONDS = 120;

  @TempDir static Path classes;

  @TempDir Path scratch;

  @BeforeAll
  static void compile() throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("-d", classes.toString(), "--release", "8", "-proc:none", "-nowarn", "-cp"));
    arguments.add(client("hadoop-client-api", OLDEST));
    arguments.add("-Xlint:-options");
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    assertThat(
            ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(new String[0])))
        .isZero();
  }

  private static String client(String name, String version) {
    return CLIENTS.resolve(name + "-" + version + ".jar").toAbsolutePath().toString();
  }

  /** Returns the output of the program on a Hadoop release. The program must succeed. */
  private List<String> run(String java, String hadoop, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(java, "-Xmx256m"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath(hadoop), "io.gigafs.hadoop.releases.ReleaseProgram"));
    command.addAll(List.of(TestGiga.servers(TestGiga.cluster()), JAR.toString()));
    Path log = scratch.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS))
          .as("it ends; so far:\n%s", text(log))
          .isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as("%s", text(log)).isZero();
    return text(log).lines().toList();
  }

  private static String text(Path log) throws IOException {
    return Files.readString(log);
  }

  private static String classPath(String hadoop) {
    List<String> all = new ArrayList<>(List.of(classes.toString(), JAR.toString()));
    all.add(client("hadoop-client-api", hadoop));
    all.add(client("hadoop-client-runtime", hadoop));
    all.add(client("htrace-core4", "4.1.0-incubating")); // Hadoop 3.3.1 has none of its own
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (entry.contains("commons-logging")) {
        all.add(entry);
      }
    }
    all.add(Path.of("target", "hadoop-lib").toAbsolutePath() + File.separator + "*");
    return String.join(File.pathSeparator, all);
  }

  @ParameterizedTest
  @CsvSource({
    "3.3.1, GigaFileSystem, 6",
    "3.3.4, GigaFileSystem, 4",
    "3.3.6, GigaFileSystem, 2",
    "3.4.0, GigaFileSystem, 2",
    "3.4.2, BulkGigaFileSystem, 0",
    "3.5.0, BulkGigaFileSystem, 0",
  })
  void everyClassLoadsAndThePluginWorks(String hadoop, String type, int classesForLaterReleases)
      throws Exception {
    List<String> printed = run(JavaHomes.thisJava(), hadoop);
    assertThat(printed).contains("hadoop " + hadoop, "class " + type, "done");
    assertThat(printed).noneMatch(line -> line.startsWith("missing "));
    assertThat(printed.stream().filter(line -> line.startsWith("without ")))
        .as("classes that this Hadoop has no use for")
        .hasSize(classesForLaterReleases);
  }

  @Test
  void pluginServesRangeReadsAndBulkDeletes() throws Exception {
    assertThat(run(JavaHomes.thisJava(), "3.4.2"))
        .contains("read ranges", "deleted by pages of 1000");
    assertThat(run(JavaHomes.thisJava(), "3.3.6")).contains("read ranges");
  }

  /** The classes that Java 11 to 16 load. */
  @Test
  void classesForOlderJavaWork() throws Exception {
    assertThat(run(JavaHomes.thisJava(), "3.3.4", "-Djdk.util.jar.version=11"))
        .contains("hadoop 3.3.4", "done")
        .noneMatch(line -> line.startsWith("missing "));
  }

  @Test
  void pluginRunsOnJava11() throws Exception {
    String java = JavaHomes.java11();
    assertThat(run(java, "3.3.4")).contains("hadoop 3.3.4", "java 11", "done");
    assertThat(run(java, "3.4.2")).contains("hadoop 3.4.2", "java 11", "done");
  }

  /** Hadoop loads the file systems of every jar, so one class that is too new breaks them all. */
  @Test
  void everyClassFileIsForJava8() throws Exception {
    List<String> newer = new ArrayList<>();
    int count = 0;
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.isMultiRelease()).isTrue();
      for (ZipEntry entry : (Iterable<ZipEntry>) jar.stream().map(e -> (ZipEntry) e)::iterator) {
        if (entry.getName().endsWith(".class") && !entry.getName().startsWith(VERSIONED)) {
          count++;
          try (InputStream in = jar.getInputStream(entry)) {
            if (in.readNBytes(MAJOR_OFFSET + 1)[MAJOR_OFFSET] > JAVA_8) {
              newer.add(entry.getName());
            }
          }
        }
      }
    }
    assertThat(newer).isEmpty();
    assertThat(count).isGreaterThan(1_000);
  }
}
