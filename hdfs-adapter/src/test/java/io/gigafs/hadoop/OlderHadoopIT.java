package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the file system tests of Hadoop 3.4.2 on the shaded jar, on this Java and, with the classes
 * for older versions, on Java 11. The tests use JUnit 4; they are compiled here against that Hadoop
 * ({@code src/test/older}) and run in their own JVM.
 */
class OlderHadoopIT {
  private static final Path SOURCES = Path.of("src", "test", "older");
  private static final long DEADLINE_SECONDS = 900;

  /** Libraries of the test class path that the older Hadoop lacks or has in another version. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(giga-|hdfs-adapter|tablefs|hadoop-(?!shaded)|netty-|curator-|zookeeper|caffeine|agrona"
              + "|jctools|hash4j|HdrHistogram|slf4j-|logback-|log4j-over|picocli|jnr-|junit|archunit"
              + ").*");

  private static final List<String> SOME =
      List.of(
          "OlderContractTests$BulkDelete", "OlderContractTests$Open", "OlderContractTests$Rename");

  private static final String PASSED = "passed ";
  private static final int MIN_TESTS_OF_SOME = 30;
  private static final int MIN_TESTS_OF_ALL = 200;

  /** The major versions of class files for Java 8 and Java 17. */
  private static final int JAVA_8 = 52;

  private static final int JAVA_17 = 61;

  @TempDir static Path classes;

  private static String classPath = "";

  @TempDir Path scratch;

  @BeforeAll
  static void compile() throws Exception {
    classPath = HadoopClassPath.text(HadoopClassPath.of(OTHERS, "older-hadoop", "hadoop-lib"));
    List<String> arguments =
        new ArrayList<>(
            List.of("-d", classes.toString(), "--release", "11", "-proc:none", "-cp", classPath));
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    assertThat(
            ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(new String[0])))
        .isZero();
  }

  @Test
  void passesSomeContractTests() throws Exception {
    assertPassed(run(JavaHomes.thisJava(), SOME), JAVA_17, MIN_TESTS_OF_SOME);
  }

  @Test
  void passesSomeContractTestsOnJava11() throws Exception {
    assertPassed(run(JavaHomes.java11(), SOME), JAVA_8, MIN_TESTS_OF_SOME);
  }

  @Test
  @EnabledIfSystemProperty(named = "giga.full", matches = "true")
  void passesAllTestsOfFileSystems() throws Exception {
    assertPassed(run(JavaHomes.thisJava(), List.of()), JAVA_17, MIN_TESTS_OF_ALL);
  }

  @Test
  @EnabledIfSystemProperty(named = "giga.full", matches = "true")
  void passesAllTestsOfFileSystemsOnJava11() throws Exception {
    assertPassed(run(JavaHomes.java11(), List.of()), JAVA_8, MIN_TESTS_OF_ALL);
  }

  private static void assertPassed(List<String> printed, int classVersion, int minTests) {
    assertThat(printed).contains("Hadoop 3.4.2, classes of version " + classVersion);
    List<Integer> passed =
        printed.stream()
            .filter(line -> line.startsWith(PASSED))
            .map(line -> Integer.valueOf(line.substring(PASSED.length())))
            .toList();
    assertThat(passed).hasSize(1).allMatch(count -> count >= minTests);
  }

  /**
   * Runs tests in a JVM and returns their output. The tests must pass.
   *
   * @param names the classes of the tests; all tests if there are none
   */
  private List<String> run(String java, List<String> names) throws Exception {
    List<String> command = new ArrayList<>(List.of(java, "-Xmx512m", "-ea"));
    command.add("-Dgiga.test.servers=" + TestGiga.servers(TestGiga.cluster()));
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classes.toString(), classPath));
    command.add("io.gigafs.hadoop.older.OlderTests");
    command.addAll(names);
    Path log = scratch.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as("%s", Files.readString(log)).isZero();
    return Files.readAllLines(log);
  }
}
