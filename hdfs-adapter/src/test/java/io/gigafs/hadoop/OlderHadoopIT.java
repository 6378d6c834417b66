package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shaded jar in Hadoop 3.4.2, whose own tests of file systems say whether all works: they are
 * for JUnit 4, and compiled here against that Hadoop ({@code src/test/older}).
 */
class OlderHadoopIT {
  private static final Path SOURCES = Path.of("src", "test", "older");
  private static final String PACKAGE = "io.gigafs.hadoop.older.";

  /** What the class path of the tests has and the older Hadoop's has not, or in another version. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(giga-|hdfs-adapter|tablefs|hadoop-(?!shaded)|netty-|curator-|zookeeper|caffeine|agrona"
              + "|jctools|hash4j|HdrHistogram|slf4j-|logback-|log4j-over|picocli|jnr-|junit|archunit"
              + ").*");

  @TempDir Path classes;

  private final Thread thread = Thread.currentThread();
  private final ClassLoader before = thread.getContextClassLoader();
  private URLClassLoader loader;

  @BeforeEach
  void compile() throws Exception {
    assertThat(TestGiga.servers(TestGiga.cluster())).isNotEmpty(); // core-site.xml has them
    List<URL> classPath = HadoopClassPath.of(OTHERS, "older-hadoop", "hadoop-lib");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-d", classes.toString(), "-cp", HadoopClassPath.text(classPath), "-proc:none"));
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, arguments.toArray(new String[0]))).isZero();
    classPath.add(classes.toUri().toURL());
    loader =
        new URLClassLoader(classPath.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    thread.setContextClassLoader(loader);
  }

  /** The loader stays open, as what Hadoop does at the end of the process is loaded then. */
  @AfterEach
  void close() throws Exception {
    loader.loadClass("org.apache.hadoop.fs.FileSystem").getMethod("closeAll").invoke(null);
    thread.setContextClassLoader(before);
  }

  @Test
  void passesSomeContractTests() throws Exception {
    run("OlderContractTests$BulkDelete", "OlderContractTests$Open", "OlderContractTests$Rename");
  }

  @Test
  @EnabledIfSystemProperty(named = "giga.full", matches = "true")
  void passesAllTestsOfFileSystems() throws Exception {
    List<String> names = new ArrayList<>(List.of("OlderFileSystemTest"));
    for (Class<?> nested : load("OlderContractTests").getDeclaredClasses()) {
      names.add("OlderContractTests$" + nested.getSimpleName());
    }
    assertThat(names).hasSizeGreaterThan(20);
    run(names.toArray(new String[0]));
  }

  private Class<?> load(String name) throws ClassNotFoundException {
    return loader.loadClass(PACKAGE + name);
  }

  /** Runs tests as JUnit 4 does, which is known in there alone. */
  private void run(String... names) throws Exception {
    Class<?>[] tests = new Class<?>[names.length];
    for (int i = 0; i < names.length; i++) {
      tests[i] = load(names[i]);
    }
    assertThat(
            loader
                .loadClass("org.apache.hadoop.util.VersionInfo")
                .getMethod("getVersion")
                .invoke(null))
        .isEqualTo("3.4.2");
    Object result =
        loader
            .loadClass("org.junit.runner.JUnitCore")
            .getMethod("runClasses", Class[].class)
            .invoke(null, (Object) tests);
    List<String> failures = new ArrayList<>();
    for (Object failure : (List<?>) result.getClass().getMethod("getFailures").invoke(result)) {
      failures.add(failure + "\n" + failure.getClass().getMethod("getTrace").invoke(failure));
    }
    assertThat(failures).isEmpty();
    assertThat((int) result.getClass().getMethod("getRunCount").invoke(result))
        .isGreaterThan(10 * names.length);
  }
}
